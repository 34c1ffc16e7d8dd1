import { randomBytes } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { environmentFor } from '@proofkeep/capture-process';
import { guardedFetch, parseAllowed } from '@proofkeep/egress';
import {
  type Authority,
  type AuthorityRest,
  cachedFetchStatus,
  type FetchStatus,
  openAuthority,
  requireFonts,
  restDeadAuthorities,
  type TimestampAuthority,
  timestampAuthority,
} from '@proofkeep/seal';
import { type Anchors, readAnchors } from '@proofkeep/verify';
import { type ClockWatch, watchClock } from './clock-watch.ts';
import type { Config } from './config.ts';
import { type Database, openDatabase } from './database/database.ts';
import { type HeadPlace, openHeadPlace } from './log/head-place.ts';
import { type Log, openLog } from './log/log.ts';
import { openHeadRecord, openStore } from './store/open-store.ts';
import type { Store } from './store/store.ts';

/** Dependencies of commands and server processes, opened once and passed on. */
export interface Installation {
  readonly config: Config;
  readonly database: Database;
  readonly authority: Authority;
  readonly timestamps: TimestampAuthority;
  /** Fetches CRLs and OCSP responses of outside authorities; shared by all seals, which reuse known results. */
  readonly fetchStatus: FetchStatus;
  /** Remembers outside timestamp authorities that don't answer; shared by all seals. */
  readonly authorityRest: AuthorityRest;
  /** Compares this machine's clock with others. */
  readonly clock: ClockWatch;
  /** Trust anchors of `proofkeep verify` on this machine: our own root and log, and those an operator added. */
  readonly anchors: Anchors;
  readonly log: Log;
  /** Evidence files. */
  readonly store: Store;
  /** Environment for a capture node: only the settings it needs, never the server's own. */
  readonly captureEnvironment: NodeJS.ProcessEnv;
  random(bytes: number): Buffer;
  /** Folder for the files of a capture under way. */
  workDir(ano: string): string;
  close(): Promise<void>;
}

/**
 * @throws Error, before anything is logged, if something that sealing needs is missing: keys, anchors, fonts, store,
 * database
 */
export async function openInstallation(config: Config, environment: NodeJS.ProcessEnv): Promise<Installation> {
  await requireFonts();
  await mkdir(config.DATA_DIR, { recursive: true });
  const authority = await openAuthority(config.DATA_DIR);
  const anchors = await readAnchors(await readFile(join(config.DATA_DIR, 'trust', 'anchors.json'), 'utf8'));
  const store = await openStore(config);
  const database = await openDatabase(config);
  try {
    const clock = watchClock({ servers: config.NTP_SERVERS, db: database.pool });
    // A command adds a single entry, so gathering more would only delay it.
    const folder = join(config.DATA_DIR, 'tlog');
    const cache = join(config.DATA_DIR, 'cache');
    const heads = await headPlaceOf(config, authority.logSigner.name);
    const log = await openLog({ database, signer: authority.logSigner, folder, heads, gatherMs: 0 });
    return {
      config,
      database,
      authority,
      timestamps: timestampAuthority(authority.tsa, undefined, clock.requireRight),
      fetchStatus: cachedFetchStatus(guardedFetch(parseAllowed(config.EGRESS_ALLOW), ownHostsOf(config))),
      authorityRest: restDeadAuthorities(),
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
        heads?.close();
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

/** Names under which users reach this service. */
export const ownHostsOf = ({ PUBLIC_URL, REPLAY_URL }: Pick<Config, 'PUBLIC_URL' | 'REPLAY_URL'>): string[] =>
  [PUBLIC_URL, REPLAY_URL].flatMap((url) => (url ? new URL(url).hostname : []));

/** Null if none is configured. @throws StoreError if it isn't writable, because nothing may be signed without it */
export async function headPlaceOf(
  config: Pick<Config, 'DATA_DIR' | 'LOG_HEAD_FOLDER' | 'LOG_HEAD_URL'>,
  origin: string,
): Promise<HeadPlace | null> {
  const record = await openHeadRecord(config);
  return record && openHeadPlace(record, origin);
}
