import { join } from 'node:path';
import { thirdReturnPath } from '@proofkeep/contract';
import { parseCertificate } from '@proofkeep/pki';
import type { FastifyInstance } from 'fastify';
import { buildApp, ports } from './app.ts';
import { captureSample } from './capture-sample.ts';
import type { Config } from './config.ts';
import { jobHandlers } from './features/attestations/jobs.ts';
import { openWatchers } from './features/attestations/reading/watchers.ts';
import { eraseClosed } from './features/closing/erase.ts';
import { finishClosings } from './features/closing/finish.ts';
import { costCenterJobs } from './features/cost-center/jobs.ts';
import { sweepListFiles } from './features/court-applications/files.ts';
import { deedJobs } from './features/deeds/jobs.ts';
import { sweepBundles } from './features/deeds/sweep.ts';
import { deleteExpiredDeviceCodes, releaseRecordings, sweepDevices } from './features/enforcer/service.ts';
import { dataPlace } from './features/evidence/service.ts';
import { exportJobs } from './features/exports/jobs.ts';
import { deleteExpiredCodes } from './features/identity/service.ts';
import { invoiceJobs } from './features/invoices/files.ts';
import { deleteExpiredEmailCodes } from './features/messages/email-code-store.ts';
import { messageJobs } from './features/messages/jobs.ts';
import { moneyJobs } from './features/money/jobs.ts';
import { netcourtJobs } from './features/netcourt/service.ts';
import { notarizationJobs } from './features/notarization/jobs.ts';
import { sweepMatters, watchMatters } from './features/notarization/service.ts';
import { orderJobs } from './features/orders/jobs.ts';
import { sweepPartyFiles } from './features/phone-signing/service.ts';
import { deleteAbandonedUploads } from './features/phone-signing/upload-store.ts';
import { deleteExpiredCodeGrants, sampleJobs } from './features/proof/service.ts';
import { finishRecoveries } from './features/recovery/finish-recoveries.ts';
import { uploadJobs } from './features/uploads/jobs.ts';
import { videoRoomJobs } from './features/video-rooms/jobs.ts';
import { sweepRooms } from './features/video-rooms/service.ts';
import { forgetExpired } from './http/forget-expired.ts';
import { deleteExpiredReplies } from './http/idempotency.ts';
import { createLimiter } from './http/limits.ts';
import { deleteExpiredPartySessions } from './http/party-sessions.ts';
import type { Services } from './http/services.ts';
import { deleteExpiredSessions } from './http/sessions.ts';
import { deleteExpiredStaffSessions } from './http/staff-sessions.ts';
import { type Installation, ownHostsOf } from './installation.ts';
import { type Jobs, openJobs } from './jobs/jobs.ts';
import { documentSigner } from './kit/document-signer.ts';
import { hasFreeSpace } from './kit/free-space.ts';
import { iceServersOf } from './kit/ice-servers.ts';
import { ownSecret } from './kit/secret.ts';
import { uploadLocks } from './kit/upload-locks.ts';
import { openVault } from './kit/vault.ts';
import { openCourt } from './providers/court/open-court.ts';
import { mailOutbox, queuedMails, smtpMailer } from './providers/mail.ts';
import { openIdentity } from './providers/open-identity.ts';
import { openPayments } from './providers/payment/open-payments.ts';
import { outbox } from './providers/text-messages.ts';
import { textCarrierOf } from './providers/text-messages-open.ts';
import { deliverText, queuedTextMessages, type TextDeliveryDeps } from './providers/text-messages-queue.ts';
import { openConfiguredParties } from './providers/third-parties/open-third-parties.ts';
import { deleteExpiredGrants, findGrant } from './replay/grants.ts';
import { openReplay } from './replay/replay.ts';

export interface Service {
  app: FastifyInstance;
  /** Token that capture nodes authenticate with. */
  nodeToken: string;
  close(): Promise<void>;
}

/** Opens the whole service on an installation: HTTP, queues and watchers. `close` closes them in reverse order. */
export async function openService(
  installation: Installation,
  o: { publicUrl: string; version: string },
): Promise<Service> {
  const { config, database, authority, log, store } = installation;
  const keys = join(config.DATA_DIR, 'keys');
  const nodeToken = config.NODE_TOKEN ?? (await ownSecret(join(keys, 'node-token')));
  const clock = () => new Date();
  const key = Buffer.from(await ownSecret(join(keys, 'replay-key')), 'base64url');
  const vault = openVault(Buffer.from(await ownSecret(join(keys, 'data-key')), 'base64url'));
  const replay = await openReplay({
    store,
    key,
    publicUrl: o.publicUrl,
    config,
    findGrant: (id) => findGrant(database.pool, id, clock()),
    dataPlace,
  });
  const identity = await openIdentity(config);
  const paymentKey = Buffer.from(await ownSecret(join(keys, 'sandbox-key')), 'base64url');
  const { payments, sandbox } = await openPayments(config, {
    database,
    key: paymentKey,
    publicUrl: o.publicUrl,
    clock,
  });
  const sealedBy = parseCertificate(authority.seal.chain[0] ?? new Uint8Array()).subjectText;
  const court = await openCourt(config);
  const signer = documentSigner(authority, installation.timestamps);
  const watchers = await openWatchers(database);
  const carrier = textCarrierOf(config, clock);
  const delivering: TextDeliveryDeps = {
    database,
    vault,
    carrier,
    clock,
    onRefused: (refused) => app.log.error(refused, 'the provider refused a text message'),
  };
  const textMessages = carrier ? queuedTextMessages({ vault, jobs: () => jobs }) : outbox;
  const { MAIL_URL: mailUrl, MAIL_FROM: from = `no-reply@${new URL(o.publicUrl).hostname}` } = config;
  const mailer = mailUrl ? smtpMailer({ url: mailUrl, from }) : null;
  const mails = mailer ? queuedMails({ vault, jobs: () => jobs }) : mailOutbox;
  const jobs: Jobs = await openJobs(database, {
    handlers: {
      ...jobHandlers(
        installation,
        () => jobs,
        (found) => {
          if (found.problem === 'unknown') app.log.warn(found, 'the store has evidence that is not in the database');
          else app.log.error(found, 'an evidence file differs from what was sealed');
        },
      ),
      'send-text-message': ({ id }) => deliverText(delivering, id),
      ...uploadJobs({ database, store }),
      ...invoiceJobs({ database, store }),
      ...moneyJobs(database, (problem) => app.log.error(problem, 'a ledger check failed')),
      ...orderJobs({
        database,
        payments,
        jobs: () => jobs,
        subject: ports.orderSubject,
        onMismatch: (payment) => app.log.error({ payment }, 'a payment does not match its order'),
        onFailure: (err) => app.log.error({ err }, 'a payment could not be queried, closed or refunded'),
      }),
      ...costCenterJobs(database),
      ...sampleJobs(
        installation,
        config.CAPTURE_CONCURRENCY > 0 ? () => captureSample(installation, o.publicUrl) : null,
      ),
      ...netcourtJobs({ database, store, court, sealedBy, publicUrl: o.publicUrl, clock }),
      ...deedJobs({
        ...installation,
        vault,
        signer,
        clock,
        jobs: () => jobs,
        onUnbundled: (matter) => app.log.error(matter, 'a deed has no bundle'),
      }),
      ...notarizationJobs({
        database,
        log,
        store,
        vault,
        signer,
        clock,
        textMessages,
        publicUrl: o.publicUrl,
        jobs: () => jobs,
      }),
      ...videoRoomJobs({ database, store, vault, clock, jobs: () => jobs }),
      'watch-matters': () => watchMatters({ database, jobs, vault, clock }),
      'sweep-court-lists': () => sweepListFiles({ database, store }, clock()),
      'sweep-matters': async () => {
        await sweepMatters({ database, store }, clock());
        await sweepBundles({ database, store }, clock());
        await sweepPartyFiles({ database, store }, clock());
        await sweepRooms({ database, store }, clock());
      },
      'sweep-devices': () => sweepDevices({ database, store }, clock()),
      'release-recordings': () => releaseRecordings(database, clock()),
      ...messageJobs({ database, mails, textMessages, publicUrl: o.publicUrl }, { mailer, vault }),
      ...exportJobs({
        database,
        store,
        publicUrl: o.publicUrl,
        hasSpaceFor: (bytes) => hasFreeSpace(foldersOf(config), config.MIN_FREE_MIB * 2 ** 20 + bytes),
        clock,
      }),
      'finish-closings': () => finishClosings(database, clock()),
      'erase-certifications': () =>
        eraseClosed({ database, jobs, keptDays: config.CERTIFICATION_RETENTION_DAYS }, clock()),
      'finish-recoveries': () => finishRecoveries(database, clock()),
      'end-sessions': async () => {
        await deleteExpiredSessions(database.pool, clock());
        await deleteExpiredStaffSessions(database.pool, clock());
        await deleteExpiredPartySessions(database.pool, clock());
      },
      'forget-expired': () =>
        forgetExpired(database, clock(), [
          deleteExpiredReplies,
          deleteExpiredGrants,
          deleteExpiredCodes,
          deleteExpiredCodeGrants,
          deleteExpiredEmailCodes,
          deleteExpiredDeviceCodes,
          deleteAbandonedUploads,
        ]),
    },
    onError: (error) => app.log.error({ err: error }, 'a job failed and will be retried'),
  });
  const services: Services = {
    textMessages,
    mostTextCodesAnHour: config.TEXT_CODES_PER_HOUR,
    liveSessions: {
      awayMs: config.SESSION_AWAY_SECONDS * 1000,
      idleMs: config.SESSION_IDLE_SECONDS * 1000,
      stampEveryMs: config.SESSION_STAMP_SECONDS * 1000,
    },
    mails,
    identity,
    payments,
    bankAccount: config.BANK_ACCOUNT ?? null,
    vault,
    thirdParties: await openConfiguredParties(config, { publicUrl: o.publicUrl, redirectPath: thirdReturnPath, clock }),
    partnerApps: new Map(config.PARTNER_APPS.map(({ appId, key }) => [appId, key])),
    store,
    uploadLocks: uploadLocks(database),
    jobs,
    log,
    anchors: installation.anchors,
    documentSigner: signer,
    watchers,
    vkey: authority.logSigner.vkey,
    sealedBy,
    court,
    publicUrl: o.publicUrl,
    restingAuthorities: () => installation.authorityRest.resting(),
    hasSpace: () => hasFreeSpace(foldersOf(config), config.MIN_FREE_MIB * 2 ** 20),
    egressAllow: config.EGRESS_ALLOW,
    ownHosts: ownHostsOf({ PUBLIC_URL: o.publicUrl, REPLAY_URL: config.REPLAY_URL }),
    iceServers: (person, now) => iceServersOf({ urls: config.ICE_URLS, secret: config.TURN_SECRET }, person, now),
    replay,
  };
  const ofCalls = { ...database, ...database.forCalls };
  const app = await buildApp({
    database: ofCalls,
    services,
    limiter: createLimiter(ofCalls),
    isSecure: o.publicUrl.startsWith('https:'),
    clock,
    sandbox,
    frameSource: replay?.frameSource,
    trustedProxies: config.TRUSTED_PROXIES,
    connectionLimits: { perAddress: config.CONNECTIONS_PER_ADDRESS },
    hasTextOutbox: carrier === null,
    hasMailOutbox: mailer === null,
    metricsToken: config.METRICS_TOKEN,
    logLevel: config.LOG_LEVEL,
    version: o.version,
    nodeToken,
    clockWatch: installation.clock,
    logFolder: join(config.DATA_DIR, 'tlog'),
    trustFolder: join(config.DATA_DIR, 'trust'),
  });
  installation.authorityRest.onChange((authority, rest) =>
    rest
      ? app.log.error({ authority, detail: rest.detail }, 'an outside timestamp authority does not answer')
      : app.log.warn({ authority }, 'an outside timestamp authority answers again'),
  );
  return {
    app,
    nodeToken,
    async close() {
      await app.close();
      await replay?.close();
      await jobs.close();
      mailer?.close();
      watchers.close();
    },
  };
}

/** Folders that captures and the embedded database write to. */
const foldersOf = ({ DATA_DIR, STORE_URL }: Config): string[] =>
  STORE_URL ? [DATA_DIR] : [DATA_DIR, join(DATA_DIR, 'store')];
