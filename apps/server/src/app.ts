import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import cookie from '@fastify/cookie';
import formbody from '@fastify/formbody';
import multipart from '@fastify/multipart';
import { type Calls, calls, jsonBytes } from '@proofkeep/contract';
import Fastify, { type FastifyInstance, type FastifyReply, LogController } from 'fastify';
import type { ClockWatch } from './clock-watch.ts';
import { accountRoutes } from './features/account/routes.ts';
import { addressRoutes } from './features/addresses/routes.ts';
import { announcementRoutes } from './features/announcements/routes.ts';
import { serveUploads } from './features/attestations/files/uploads/serve-uploads.ts';
import { liveSessionRoutes } from './features/attestations/live-sessions/routes.ts';
import { serveLiveSockets } from './features/attestations/live-sessions/sockets.ts';
import { nodeRoutes } from './features/attestations/nodes/routes.ts';
import { attestationRoutes } from './features/attestations/routes.ts';
import { unpaidAttestations } from './features/attestations/service.ts';
import { bankTransferRoutes } from './features/bank-transfers/routes.ts';
import { behaviorRoutes } from './features/behavior/routes.ts';
import { certificationRoutes } from './features/certification/routes.ts';
import { chainRoutes } from './features/chain/routes.ts';
import { closingRoutes } from './features/closing/routes.ts';
import { consoleRoutes } from './features/console/routes.ts';
import { costCenterRoutes } from './features/cost-center/routes.ts';
import { serveCourtReports } from './features/court-applications/reports.ts';
import { courtApplicationRoutes } from './features/court-applications/routes.ts';
import { consoleDeedRoutes, deedRoutes } from './features/deeds/routes.ts';
import { dictionaryRoutes } from './features/dictionary/routes.ts';
import { enforcerRoutes } from './features/enforcer/routes.ts';
import { submittedRecordings } from './features/enforcer/service.ts';
import { exportRoutes } from './features/exports/routes.ts';
import { homeRoutes } from './features/home/routes.ts';
import { invoiceRoutes } from './features/invoices/routes.ts';
import { memberRoutes } from './features/members/routes.ts';
import { messageRoutes } from './features/messages/routes.ts';
import { moneyRoutes } from './features/money/routes.ts';
import { publicPrices } from './features/money/service.ts';
import { netcourtRoutes } from './features/netcourt/routes.ts';
import { consoleNotarizationRoutes } from './features/notarization/console-routes.ts';
import { consoleReservationRoutes, reservationRoutes } from './features/notarization/reservations/routes.ts';
import { notarizationRoutes } from './features/notarization/routes.ts';
import { currentLists, unpaidMatters } from './features/notarization/service.ts';
import { orderConsoleRoutes } from './features/orders/console/routes.ts';
import { serveNotifications } from './features/orders/payments/notifications.ts';
import { orderRoutes } from './features/orders/routes.ts';
import { firstOf } from './features/orders/service.ts';
import { peopleRoutes } from './features/people/routes.ts';
import { consolePhoneSigningRoutes, phoneSigningRoutes } from './features/phone-signing/routes.ts';
import { serveRecordings } from './features/phone-signing/serve-recordings.ts';
import { proofRoutes } from './features/proof/routes.ts';
import { recoveryRoutes } from './features/recovery/routes.ts';
import { reportRoutes } from './features/reports/routes.ts';
import { signInRoutes } from './features/sign-in/routes.ts';
import { staffRoutes } from './features/staff/routes.ts';
import { uploadRoutes } from './features/uploads/routes.ts';
import { verificationRoutes } from './features/verification/routes.ts';
import { consoleVideoRoomRoutes, videoRoomRoutes } from './features/video-rooms/routes.ts';
import { serveRoomSockets } from './features/video-rooms/sockets.ts';
import { answerError, answerFailure } from './http/answer-error.ts';
import { closeGracefully } from './http/closing.ts';
import {
  boundClients,
  boundConnections,
  type ConnectionLimits,
  connectionLimits,
  connectionOptions,
} from './http/connections.ts';
import type { Handlers } from './http/context.ts';
import { serveHealth } from './http/health.ts';
import { formOf, hasTooManyValues, queryOf } from './http/input.ts';
import { serveMetrics } from './http/metrics.ts';
import { type MountOptions, mount } from './http/mount.ts';
import { serveOpenApi } from './http/openapi.ts';
import { serveOutbox } from './http/outbox.ts';
import { answerUnparsed, openProtections } from './http/protections.ts';
import { openSessionClock } from './http/session-clock.ts';
import { serveSite } from './http/site/serve-site.ts';
import { serveLog } from './http/tlog.ts';
import { serveTrust } from './http/trust.ts';
import { routeUpgrades } from './http/upgrades.ts';
import { Refusal } from './kit/refusal.ts';
import { serveCashier } from './providers/payment/cashier.ts';
import type { Sandbox } from './providers/payment/sandbox.ts';

export interface AppOptions extends Omit<MountOptions, 'closing' | 'observeTime'> {
  version: string;
  logLevel: string;
  nodeToken: string;
  /** Interval in which connections of live sessions must answer; default: 10 s. */
  liveBeatMs?: number;
  /** Compares this server's clock with others. */
  clockWatch: ClockWatch;
  /** Folder of the published log. */
  logFolder: string;
  /** Folder of the published trust anchors. */
  trustFolder: string;
  /** The sandbox whose cashier page is served; absent if it is not configured. */
  sandbox?: Sandbox | undefined;
  /** Origin of replays that pages of the site may frame; absent if replays are off. */
  frameSource?: string | undefined;
  /** Addresses and networks whose `X-Forwarded-…` headers are trusted; absent: none. */
  trustedProxies?: readonly string[];
  /** Overrides `connectionLimits`. */
  connectionLimits?: Partial<ConnectionLimits>;
  /** Overrides how long calls in progress may take to finish after shutdown begins. */
  finishMs?: number;
  /** Whether text messages have no provider, so the development outbox shows them. */
  hasTextOutbox?: boolean;
  /** Whether mail has no server, so the development outbox shows it. */
  hasMailOutbox?: boolean;
  /** If absent, `/metrics` does not exist. */
  metricsToken?: string | undefined;
}

const uploadLimit = 2 ** 30;
/** 1 GiB at 5 Mbit/s takes about 30 min. */
const requestMs = 30 * 60_000;

/** Ports: what a feature needs from a higher one. The feature declares the port; this list names its provider. */
export const ports = {
  orderSubject: firstOf(unpaidAttestations, unpaidMatters, submittedRecordings),
  publicFacts: { price: publicPrices },
};

const routes: { [Feature in keyof Calls]: Handlers<Calls[Feature]> } = {
  account: accountRoutes,
  addresses: addressRoutes,
  announcements: announcementRoutes,
  attestations: attestationRoutes,
  bankTransfers: bankTransferRoutes(ports.orderSubject),
  behavior: behaviorRoutes,
  orders: orderRoutes(ports.orderSubject),
  certification: certificationRoutes,
  chain: chainRoutes,
  closing: closingRoutes,
  console: consoleRoutes,
  consoleNotarization: consoleNotarizationRoutes,
  consolePhoneSigning: consolePhoneSigningRoutes,
  consoleOrders: orderConsoleRoutes(ports.orderSubject),
  costCenter: costCenterRoutes,
  courtApplications: courtApplicationRoutes,
  deeds: deedRoutes,
  consoleDeeds: consoleDeedRoutes,
  dictionary: dictionaryRoutes(ports.publicFacts),
  enforcer: enforcerRoutes,
  exports: exportRoutes,
  home: homeRoutes(ports.publicFacts),
  invoices: invoiceRoutes,
  liveSessions: liveSessionRoutes,
  members: memberRoutes,
  messages: messageRoutes,
  netcourt: netcourtRoutes,
  notarization: notarizationRoutes,
  reservations: reservationRoutes,
  consoleReservations: consoleReservationRoutes,
  people: peopleRoutes,
  phoneSigning: phoneSigningRoutes,
  money: moneyRoutes,
  proof: proofRoutes,
  recovery: recoveryRoutes,
  reports: reportRoutes,
  staff: staffRoutes,
  uploads: uploadRoutes,
  signIn: signInRoutes,
  verification: verificationRoutes,
  videoRooms: videoRoomRoutes,
  consoleVideoRooms: consoleVideoRoomRoutes,
};

/** Builds the HTTP service with all features. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { database, services, clock, clockWatch } = options;
  const { trustedProxies = [] } = options;
  const { perAddress, silentMs, headMs } = { ...connectionLimits, ...options.connectionLimits };
  const protect = openProtections(options);
  const app = Fastify({
    logger: { level: options.logLevel, redact: ['req.headers.authorization', 'req.headers.cookie'] },
    genReqId: () => randomUUID(),
    // Logs only failures; the audit trail records who changed what.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: jsonBytes,
    routerOptions: { querystringParser: queryOf as (text: string) => Record<string, string> },
    frameworkErrors: (error, request, reply) => {
      protect(reply.raw);
      void (reply as FastifyReply).send(answerError(error, request, reply));
    },
    clientErrorHandler: (error, socket) => answerUnparsed(error, socket, protect),
    ...connectionOptions({ silentMs, headMs, requestMs, trustedProxies }),
    // `closeGracefully` refuses these requests with our envelope.
    return503OnClosing: false,
  });
  boundConnections(app.server, { perAddress, trustedProxies });
  const closing = closeGracefully(app, options.finishMs);
  app.setErrorHandler((error: Error, request, reply) => answerFailure(error, request, reply));
  const { mostTextCodesAnHour } = services;
  if (options.metricsToken)
    serveMetrics(app, { database, clock, clockWatch, token: options.metricsToken, mostTextCodesAnHour });
  app.addHook('onRequest', (request, reply, done) => {
    // Drops the remaining requests of a closed connection: their replies would never be read.
    if (request.raw.socket.destroyed) return void reply.hijack();
    protect(reply.raw);
    done();
  });
  const refuse = () => {
    throw new Refusal('TOO_MANY', { values: { seconds: 5 } });
  };
  boundClients(app, { perAddress, trustedProxies, refuse });
  // Accepts a content type without a body, which clients send.
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined);
    return hasTooManyValues(body) ? done(new Refusal('INPUT_INVALID')) : parse(request, body, done);
  });
  await app.register(cookie);
  await app.register(formbody, { parser: formOf });
  await app.register(multipart, { limits: { files: 1, fields: 20, fileSize: uploadLimit } });

  const mounting = { ...options, closing, observeTime: openSessionClock(database) };
  for (const feature of Object.keys(calls) as (keyof Calls)[]) mountFeature(app, feature, mounting);
  await serveUploads(app, mounting);
  await serveRecordings(app, mounting);
  await app.register(nodeRoutes, {
    database,
    store: services.store,
    clock,
    vault: services.vault,
    token: options.nodeToken,
    egressAllow: services.egressAllow,
    ownHosts: services.ownHosts,
    hasSpace: services.hasSpace,
    stampEveryMs: services.liveSessions.stampEveryMs,
    onFault: (fault) => app.log.error(fault, 'a capture failed through a fault of the platform'),
    onDelivered: (db, { ano, fence }) => services.jobs.send(db, 'seal', { ano, fence }),
    onHead: (db, { ano, fence }) => services.jobs.send(db, 'stamp-head', { ano, fence }),
    onLost: (db, { ano, fence }) => services.jobs.send(db, 'recover-session', { ano, fence }),
    onDropped: (db, { ano, fence }) => services.jobs.send(db, 'discard', { ano, fence }),
  });
  const sockets = {
    database,
    clock,
    origins: ({ headers }: IncomingMessage) => [
      new URL(services.publicUrl).origin,
      ...(options.isSecure ? [] : [`http://${headers.host}`]),
    ],
  };
  routeUpgrades(app, [
    await serveRoomSockets(app, { ...sockets, jobs: services.jobs }),
    await serveLiveSockets(app, {
      ...sockets,
      watchers: services.watchers,
      nodeToken: options.nodeToken,
      ...(options.liveBeatMs !== undefined && { beatMs: options.liveBeatMs }),
    }),
  ]);
  await serveNotifications(app, {
    ...options,
    payments: services.payments,
    jobs: services.jobs,
    subject: ports.orderSubject,
  });
  await serveCourtReports(app, { ...options, court: services.court, publicUrl: services.publicUrl });
  if (options.sandbox) serveCashier(app, { database, sandbox: options.sandbox, clock, isSecure: options.isSecure });
  serveOpenApi(app, { url: services.publicUrl, version: options.version });
  serveHealth(app, { database, store: services.store, hasSpace: services.hasSpace, clock: clockWatch });
  const { hasTextOutbox = false, hasMailOutbox = false } = options;
  if (hasTextOutbox || hasMailOutbox) serveOutbox(app, database, { hasTextOutbox, hasMailOutbox });
  await serveLog(app, options.logFolder);
  serveTrust(app, options.trustFolder, () => currentLists(database.pool, services.documentSigner));
  const page = await serveSite(app, { publicUrl: services.publicUrl });
  app.setNotFoundHandler(
    (request, reply) => page?.(request, reply) ?? reply.send(answerError(new Refusal('NOT_FOUND'), request, reply)),
  );
  return app;
}

const mountFeature = <Feature extends keyof Calls>(
  app: FastifyInstance,
  feature: Feature,
  options: MountOptions,
): void => mount(app, calls[feature], routes[feature], options);
