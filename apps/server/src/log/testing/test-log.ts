import { generateKeyPairSync, sign } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  formatVerifierKey,
  leafHash,
  type NoteSigner,
  noteKey,
  openNote,
  parseCheckpoint,
  parseTlogProof,
  parseVerifierKey,
  verifyInclusion,
} from '@proofkeep/tlog';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { type Database, openDatabase } from '../../database/database.ts';
import { checkLog, type LogReport } from '../check.ts';
import { type Log, type LoggedEntry, openLog } from '../log.ts';
import type { CommitPoint } from '../sequencer.ts';
import { sha256 } from '../tree.ts';

export async function newSigner(name: string): Promise<NoteSigner & { vkey: string }> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const key = await noteKey(name, publicKey.export({ type: 'spki', format: 'der' }).subarray(-32));
  return {
    name,
    keyHash: key.keyHash,
    vkey: formatVerifierKey(key),
    sign: async (text) => sign(null, text, privateKey),
  };
}

export const leaf = (name: string) => ({ key: name, bytes: Buffer.from(`leaf ${name}`) });

export interface TestLog {
  readonly dataDir: string;
  readonly database: Database;
  readonly folder: string;
  readonly signer: NoteSigner & { vkey: string };
  open(at?: (point: CommitPoint) => void): Promise<Log>;
  enqueue(log: Log, ...names: string[]): Promise<void>;
  check(): Promise<LogReport>;
  /** Checks all invariants of the log. */
  expectSound(entries: number): Promise<void>;
  expectProven(entry: LoggedEntry, name: string): Promise<void>;
  /** Runs SQL without the schema's triggers, as an attacker with the database files could. */
  tamper(sql: string): Promise<void>;
}

/** A log on a real database that is emptied before each test. */
export function useTestLog(): TestLog {
  let dataDir: string;
  let database: Database;
  let folder: string;
  let signer: TestLog['signer'];

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'log-'));
    database = await openDatabase({ DATA_DIR: dataDir, DATABASE_URL: undefined });
    signer = await newSigner('log.example/test');
  });
  afterAll(async () => {
    await database.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  const tamper = async (sql: string) => {
    await database.transaction((client) => client.query(`set local session_replication_role = replica; ${sql}`));
  };
  const check = () => checkLog(database, { vkey: signer.vkey, folder, heads: null });
  const empty = async () => {
    await tamper('truncate log_entry, log_node, log_checkpoint; update log_head set size = 0');
    folder = await mkdtemp(join(dataDir, 'tlog-'));
  };
  beforeEach(empty);

  return {
    get dataDir() {
      return dataDir;
    },
    get database() {
      return database;
    },
    get folder() {
      return folder;
    },
    get signer() {
      return signer;
    },
    open: (at) => openLog({ database, signer, folder, heads: null, gatherMs: 0, at }),
    enqueue: (log, ...names) => database.transaction((client) => log.enqueue(client, ...names.map(leaf))),
    check,
    async expectSound(entries) {
      const report = await check();
      expect(report.problems).toEqual([]);
      expect(report.entries).toBe(entries);
    },
    async expectProven(entry, name) {
      const { index, proof, checkpoint } = parseTlogProof(Buffer.from(entry.proof).toString());
      const { size, root } = parseCheckpoint(await openNote(checkpoint, await parseVerifierKey(signer.vkey)));
      const hash = leafHash(sha256, leaf(name).bytes);
      expect(verifyInclusion(sha256, { leaf: hash, index, size, proof, root })).toBe(true);
    },
    tamper,
  };
}
