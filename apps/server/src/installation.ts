import { randomBytes } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { environmentFor } from '@proofkeep/capture-process';
import {
  type Authority,
  openAuthority,
  requireFonts,
  type TimestampAuthority,
  timestampAuthority,
} from '@proofkeep/seal';
import { type Anchors, readAnchors } from '@proofkeep/verify';
import { type ClockWatch, watchClock } from './clock-watch.ts';
import type { Config } from './config.ts';
import { type Database, openDatabase } from './database/database.ts';
import { type HeadPlace, openHeadPlace } from './log/head-place.ts';
import { type Log, openLog } from './log/log.ts';
import { openFolderStore } from './store/folder-store.ts';
import { openStore } from './store/open-store.ts';
import type { Store } from './store/store.ts';

/** Everything a command or a process of the server works with, opened once and passed on. */
export interface Installation {
  readonly config: Config;
  readonly database: Database;
  readonly authority: Authority;
  readonly timestamps: TimestampAuthority;
  /** How far the clock of this machine is from others. */
  readonly clock: ClockWatch;
  /** Whom `proofkeep verify` believes here: own root and log, and those that an operator added. */
  readonly anchors: Anchors;
  readonly log: Log;
  /** The files of the evidence. */
  readonly store: Store;
  /** The environment a capture node is started with: nothing of the server's own settings but what it needs. */
  readonly captureEnvironment: NodeJS.ProcessEnv;
  random(bytes: number): Buffer;
  /** Folder for the files of a capture under way. */
  workDir(ano: string): string;
  close(): Promise<void>;
}

/** @throws Error, before anything is logged, when what sealing needs to the end is not there: keys, anchors, fonts, store, database. */
export async function openInstallation(config: Config, environment: NodeJS.ProcessEnv): Promise<Installation> {
  await requireFonts();
  await mkdir(config.DATA_DIR, { recursive: true });
  const authority = await openAuthority(config.DATA_DIR);
  const anchors = await readAnchors(await readFile(join(config.DATA_DIR, 'trust', 'anchors.json'), 'utf8'));
  const store = await openStore(config);
  const database = await openDatabase(config);
  try {
    const clock = watchClock({ servers: config.NTP_SERVERS, db: database.pool });
    // Whoever runs a command waits for its one entry: nothing is gained by gathering more.
    const folder = join(config.DATA_DIR, 'tlog');
    const cache = join(config.DATA_DIR, 'cache');
    const heads = await headPlaceOf(config, authority.logSigner.name);
    const log = await openLog({ database, signer: authority.logSigner, folder, heads, gatherMs: 0 });
    return {
      config,
      database,
      authority,
      timestamps: timestampAuthority(authority.tsa, undefined, clock.requireRight),
      clock,
      anchors,
      log,
      store,
      captureEnvironment: {
        ...environmentFor(environment),
        CAPTURE_CACHE: cache,
        NODE_COMPILE_CACHE: join(cache, 'node'),
      },
      random: randomBytes,
      workDir: (ano) => join(config.DATA_DIR, 'work', ano),
      async close() {
        clock.close();
        await log.close();
        await database.close();
        store.close();
      },
    };
  } catch (error) {
    store.close();
    await database.close();
    throw error;
  }
}

/** Null where none was set. @throws Error when it cannot be written to: nothing is signed without it */
export const headPlaceOf = async (
  { LOG_HEAD_FOLDER }: Pick<Config, 'LOG_HEAD_FOLDER'>,
  origin: string,
): Promise<HeadPlace | null> =>
  LOG_HEAD_FOLDER ? openHeadPlace(await openFolderStore(LOG_HEAD_FOLDER), origin) : null;
