// Starts the service and a bare Fastify with `pg` that returns the same rows by the same statements, but without
// sign-in, checks, shaping or prepared statements: two ports in one process. `node bench/api/server.ts` reports the
// ports to its parent process and ends with it.
import { randomBytes } from 'node:crypto';
import Fastify from 'fastify';
import pg from 'pg';
import { buildApp } from '../../apps/server/src/app.ts';
import type { Client } from '../../apps/server/src/database/client.ts';
import { openEmbedded } from '../../apps/server/src/database/embedded.ts';
import { findCustodyEvents } from '../../apps/server/src/features/attestations/custody-store.ts';
import { listAttestations } from '../../apps/server/src/features/attestations/reading/list-store.ts';
import { findListed } from '../../apps/server/src/features/attestations/reading/store.ts';
import { openWatchers } from '../../apps/server/src/features/attestations/reading/watchers.ts';
import { openInstallation } from '../../apps/server/src/installation.ts';
import { openJobs } from '../../apps/server/src/jobs/jobs.ts';
import { documentSigner } from '../../apps/server/src/kit/document-signer.ts';
import { uploadLocks } from '../../apps/server/src/kit/upload-locks.ts';
import { openVault } from '../../apps/server/src/kit/vault.ts';
import { mailOutbox } from '../../apps/server/src/providers/mail.ts';
import { outbox } from '../../apps/server/src/providers/text-messages.ts';
import { openThirdParties } from '../../apps/server/src/providers/third-parties/third-parties.ts';
import { readConfig } from '../../apps/server/src/read-config.ts';

const config = readConfig(process.env);
const installation = await openInstallation(config, process.env);
const { database, store, log, authority } = installation;
const watchers = await openWatchers(database);
const jobs = await openJobs(database, { onError: () => {} });
const app = await buildApp({
  database,
  services: {
    textMessages: outbox,
    liveSessions: { awayMs: 120_000, idleMs: 600_000, stampEveryMs: 60_000 },
    mostTextCodesAnHour: 1_000,
    mails: mailOutbox,
    identity: null,
    court: null,
    payments: new Map(),
    bankAccount: null,
    vault: openVault(randomBytes(32)),
    thirdParties: openThirdParties([], { redirectUri: '' }),
    partnerApps: new Map(),
    store,
    uploadLocks: uploadLocks(database),
    jobs,
    log,
    anchors: installation.anchors,
    documentSigner: documentSigner(authority, installation.timestamps),
    watchers,
    vkey: authority.logSigner.vkey,
    sealedBy: '',
    publicUrl: 'http://127.0.0.1',
    egressAllow: [],
    ownHosts: [],
    restingAuthorities: () => [],
    hasSpace: () => Promise.resolve(true),
    iceServers: () => [],
    replay: null,
  },
  // The load exceeds every rate limit.
  limiter: { count: () => Promise.resolve(() => Promise.resolve()) },
  isSecure: false,
  clock: () => new Date(),
  clockWatch: installation.clock,
  logLevel: 'silent',
  version: '0',
  nodeToken: 'x'.repeat(32),
  logFolder: `${config.DATA_DIR}/tlog`,
  trustFolder: `${config.DATA_DIR}/trust`,
});

const { connection } = await openEmbedded(config.DATA_DIR);
const pool = new pg.Pool({ ...connection, max: 16 });
const bare = Fastify();
/** Runs the statement of `ask`, unprepared, and returns the rows unchanged. */
async function rowsOf(ask: (db: Client) => Promise<unknown>): Promise<unknown[]> {
  let rows: unknown[] = [];
  await ask({
    async query(statement, values) {
      const { text, values: given } = typeof statement === 'string' ? { text: statement, values } : statement;
      ({ rows } = await pool.query(text, given));
      return { rows: [] } as never;
    },
  });
  return rows;
}
bare.get<{ Params: { account: string } }>('/list/:account', async ({ params: { account } }) => {
  return {
    list: await rowsOf((db) => listAttestations(db, { accountId: account, loginId: null }, { page: 1, size: 10 })),
  };
});
bare.get<{ Params: { account: string; ano: string } }>(
  '/detail/:account/:ano',
  async ({ params: { account, ano } }) => {
    const [row] = await rowsOf((db) => findListed(db, { accountId: account, loginId: null }, [ano]));
    return { ...(row as object), custody: await rowsOf((db) => findCustodyEvents(db, ano)) };
  },
);
bare.post<{ Body: { ano: string; url: string; account: string } }>('/submit', async ({ body }) => {
  await pool.query(`insert into attestation (ano, account_id, url, state) values ($1, $2, $3, 'queuing')`, [
    body.ano,
    body.account,
    body.url,
  ]);
  return { ano: body.ano };
});

const [own, floor] = await Promise.all([app, bare].map((one) => one.listen({ port: 0, host: '127.0.0.1' })));
process.send?.({ own, floor });
process.on('disconnect', () => process.exit(0));
