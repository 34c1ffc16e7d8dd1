import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  leafHash,
  type NoteSigner,
  openNote,
  parseCheckpoint,
  parseTlogProof,
  parseVerifierKey,
  verifyInclusion,
} from '@proofkeep/ledger';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../database/database.ts';
import { checkLog } from './check.ts';
import { type LoggedEntry, openLog } from './log.ts';
import type { CommitPoint } from './sequencer.ts';
import { sha256 } from './tree.ts';

function newSigner(name: string): NoteSigner & { vkey: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const typed = Buffer.concat([Buffer.of(1), publicKey.export({ type: 'spki', format: 'der' }).subarray(-32)]);
  const keyHash = createHash('sha256').update(`${name}\n`).update(typed).digest().subarray(0, 4);
  const vkey = `${name}+${keyHash.toString('hex')}+${typed.toString('base64')}`;
  return { name, keyHash, vkey, sign: async (message) => sign(null, message, privateKey) };
}

const leaf = (name: string) => ({ key: name, bytes: Buffer.from(`leaf ${name}`) });
const signer = newSigner('log.example/test');

let dataDir: string;
let database: Database;
let folder: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'log-'));
  database = await openDatabase({ DATA_DIR: dataDir, DATABASE_URL: undefined });
});

afterAll(async () => {
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
});

beforeEach(async () => {
  folder = await mkdtemp(join(dataDir, 'tlog-'));
  await database.withClient((client) =>
    client.query(`
      set session_replication_role = replica;
      truncate log_entry, log_node, log_checkpoint; update log_head set size = 0;
      set session_replication_role = default`),
  );
});

const open = (at?: (point: CommitPoint) => void) => openLog({ database, signer, folder, gatherMs: 0, at });
const enqueue = async (names: string[]) => {
  const log = await openLogWithoutRun();
  await database.transaction(async (client) => {
    for (const name of names) await log.enqueue(client, leaf(name));
  });
};
const openLogWithoutRun = () => openLog({ database, signer, folder, gatherMs: 0 });

/** Everything that must hold of the log at any moment. */
async function expectSound(entries: number): Promise<void> {
  const report = await checkLog(database, { vkey: signer.vkey, folder });
  expect(report.problems).toEqual([]);
  expect(report.entries).toBe(entries);
}

async function expectProven(entry: LoggedEntry, name: string): Promise<void> {
  const { index, proof, checkpoint } = parseTlogProof(Buffer.from(entry.proof).toString());
  const { size, root } = parseCheckpoint(await openNote(checkpoint, await parseVerifierKey(signer.vkey)));
  expect(verifyInclusion(sha256, { leaf: leafHash(sha256, leaf(name).bytes), index, size, proof, root })).toBe(true);
}

describe('the log', () => {
  it('proves each entry under a signed checkpoint, and stays sound as it grows', async () => {
    const log = await open();
    for (let round = 0; round < 6; round++) {
      const names = Array.from({ length: round * 7 + 1 }, (_, i) => `${round}-${i}`);
      await database.transaction(async (client) => {
        for (const name of names) await log.enqueue(client, leaf(name));
      });
      for (const name of names) await expectProven(await log.logged(name), name);
    }

    await expectSound(6 + 7 * 15);
    expect(await log.status()).toMatchObject({ origin: signer.name, size: 111 });
  });

  it('takes a leaf once, however often it is given, and refuses other bytes under its key', async () => {
    const log = await open();
    const give = (bytes: string) =>
      database.transaction((client) => log.enqueue(client, { key: 'a', bytes: Buffer.from(bytes) }));
    await give('one');
    await give('one');
    const entry = await log.logged('a');
    await give('one');

    await expect(give('two')).rejects.toThrow('another entry under a');
    expect((await log.logged('a')).index).toBe(entry.index);
    await expectSound(1);
  });

  it('leaves nothing of a leaf whose transaction was rolled back', async () => {
    const log = await open();
    const failing = database.transaction(async (client) => {
      await log.enqueue(client, leaf('lost'));
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');

    await expect(log.logged('lost')).rejects.toThrow('Nobody gave lost');
    await expectSound(0);
  });

  it.each(['sequenced', 'committed', 'tiles-published', 'published'] as const)(
    'stopped when %s, it is whole again at the next start',
    async (point) => {
      const log = await open((reached) => {
        if (reached === point) throw new Error(`stopped when ${point}`);
      });
      await database.transaction(async (client) => {
        for (let i = 0; i < 300; i++) await log.enqueue(client, leaf(`s${i}`));
      });
      await expect(log.logged('s0')).rejects.toThrow('stopped when');

      const again = await open();
      await expectProven(await again.logged('s299'), 's299');
      await expectSound(300);
    },
  );

  it('keeps one history with several sequencers at work at once', async () => {
    const logs = await Promise.all([open(), open(), open()]);
    const names = Array.from({ length: 120 }, (_, i) => `p${i}`);
    const entries = await Promise.all(
      names.map(async (name, i) => {
        const log = logs[i % logs.length] as (typeof logs)[number];
        await database.transaction((client) => log.enqueue(client, leaf(name)));
        return log.logged(name);
      }),
    );

    expect(new Set(entries.map((entry) => entry.index)).size).toBe(120);
    for (const [i, entry] of entries.entries()) await expectProven(entry, `p${i}`);
    await expectSound(120);
  });

  it('refuses to start on a database older than what was published', async () => {
    await enqueue(['x', 'y']);
    const log = await open();
    await log.logged('y');
    const published = await readFile(join(folder, 'checkpoint'), 'utf8');
    await writeFile(join(folder, 'checkpoint'), published.replace('\n2\n', '\n9\n'));
    await expect(open()).rejects.toThrow('old copy');

    await writeFile(join(folder, 'checkpoint'), `${published}— stranger AAAAAAAA\n`);
    await expect(open()).rejects.toThrow('another checkpoint of size 2');
  });

  it('cannot be changed by SQL, and a check names what was changed all the same', async () => {
    await enqueue(['x', 'y', 'z']);
    const log = await open();
    await log.logged('z');
    const tamper = (sql: string) =>
      database.withClient((client) =>
        client.query(`set session_replication_role = replica; ${sql}; set session_replication_role = default`),
      );
    const change = database.withClient((client) => client.query(`update log_entry set bytes = '\\x00'`));
    await expect(change).rejects.toThrow('append-only');

    await tamper(`update log_entry set bytes = '\\x00' where idx = 1`);
    const report = await checkLog(database, { vkey: signer.vkey, folder });
    expect(report.problems.join('\n')).toMatch(/leaf hash of entry 1/);
    expect(report.problems.join('\n')).toMatch(/root stored for size 3/);
    await writeFile(join(folder, 'tile/0/000.p/3'), 'x');
    expect((await checkLog(database, { vkey: signer.vkey, folder })).problems.join('\n')).toMatch(/tile\/0\/000\.p\/3/);
  });
});
