import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseCertificate } from '@proofkeep/pki';
import type { FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import { jobHandlers } from './features/attestations/jobs.ts';
import { openWatchers } from './features/attestations/watchers.ts';
import { createLimiter } from './http/limits.ts';
import type { Services } from './http/services.ts';
import type { Installation } from './installation.ts';
import { type Jobs, openJobs } from './jobs/jobs.ts';
import { writeDurably } from './kit/durable.ts';
import { outbox } from './providers/text-messages.ts';

export interface Service {
  app: FastifyInstance;
  /** What a capture node has to show. */
  nodeToken: string;
  close(): Promise<void>;
}

/** The whole service upon an installation: HTTP, queues and those who watch. What it opened it closes, the last first. */
export async function openService(
  installation: Installation,
  o: { publicUrl: string; version: string },
): Promise<Service> {
  const { config, database, authority, log, store } = installation;
  const nodeToken = config.NODE_TOKEN ?? (await ownNodeToken(config.DATA_DIR));
  const watchers = await openWatchers(database);
  const jobs: Jobs = await openJobs(database, {
    handlers: jobHandlers(
      installation,
      () => jobs,
      (problem) => app.log.error(problem, 'a file of the evidence is not as it was sealed'),
    ),
    onError: (error) => app.log.error({ err: error }, 'a job failed and is tried again'),
  });
  const services: Services = {
    textMessages: outbox,
    store,
    jobs,
    log,
    watchers,
    vkey: authority.logSigner.vkey,
    sealedBy: parseCertificate(authority.seal.chain[0] ?? new Uint8Array()).subjectText,
    publicUrl: o.publicUrl,
    egressAllow: config.EGRESS_ALLOW,
  };
  const app = await buildApp({
    database,
    services,
    limiter: createLimiter(database),
    isSecure: o.publicUrl.startsWith('https:'),
    clock: () => new Date(),
    logLevel: config.LOG_LEVEL,
    version: o.version,
    nodeToken,
    logFolder: join(config.DATA_DIR, 'tlog'),
    trustFolder: join(config.DATA_DIR, 'trust'),
  });
  return {
    app,
    nodeToken,
    async close() {
      await app.close();
      await jobs.close();
      watchers.close();
    },
  };
}

/** Made once; whoever can read the keys of the installation may be one of its nodes. */
async function ownNodeToken(dataDir: string): Promise<string> {
  const path = join(dataDir, 'keys', 'node-token');
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const token = randomBytes(32).toString('base64url');
  await writeDurably(path, Buffer.from(`${token}\n`), { file: 0o600, folder: 0o700 });
  return token;
}
