import { notifyPath, PayWay } from '@proofkeep/contract';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Client } from '../../../database/client.ts';
import type { Database } from '../../../database/database.ts';
import type { Limiter } from '../../../http/limits.ts';
import {
  isOutside,
  type Notification,
  NotificationError,
  type PaymentProvider,
  type Reply,
} from '../../../providers/payment/payment.ts';
import type { Payments } from '../../../providers/payment/payments.ts';
import type { OrderDeps } from '../lifecycle.ts';
import { insertNotification, type NotificationOutcome, setNotificationOutcome } from './notification-store.ts';
import { settlePayment } from './settle.ts';

interface NotificationDeps extends OrderDeps {
  database: Database;
  payments: Payments;
  limiter: Limiter;
  clock: () => Date;
}

const maxBytes = 2 ** 18;
/** Far more than a provider sends from one address; above it, signatures aren't verified. */
const notificationLimit: Parameters<Limiter['count']>[0] = {
  path: notifyPath,
  limits: [{ per: 'address', times: 3_000, seconds: 60 }],
};

/**
 * Receives notifications of providers as raw bytes, because those are signed, and answers in each provider's format.
 */
export async function serveNotifications(app: FastifyInstance, deps: NotificationDeps): Promise<void> {
  await app.register(async (raw) => {
    raw.removeAllContentTypeParsers();
    raw.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxBytes }, (_request, body, done) =>
      done(null, body),
    );
    raw.addHook('onRequest', async ({ ip }) => {
      await deps.limiter.count(notificationLimit, { address: ip, login: undefined });
    });
    raw.post<{ Params: { provider: string }; Body: Buffer | undefined }>(
      `${notifyPath}:provider`,
      async (request, reply) => {
        const way = PayWay.safeParse(request.params.provider);
        const provider = way.success && isOutside(way.data) ? deps.payments.get(way.data) : undefined;
        if (!provider) return reply.status(404).type('text/plain').send('');
        const headers = Object.fromEntries(
          Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
        );
        const answer = await receive(provider, {
          raw: request.body ?? Buffer.alloc(0),
          headers,
          deps,
          log: request.log,
        }).catch((error) => {
          if (!(error instanceof NotificationError)) throw error;
          request.log.warn({ provider: provider.name, address: request.ip }, error.message);
          return provider.answer(false);
        });
        return reply.status(answer.status).type(answer.mediaType).send(answer.body);
      },
    );
  });
}

async function receive(
  provider: PaymentProvider,
  o: { raw: Buffer; headers: Record<string, string>; deps: NotificationDeps; log: FastifyBaseLogger },
): Promise<Reply> {
  const notification = await provider.parse(o.raw, o.headers);
  const outcome = await o.deps.database.transaction((db) => recordNotification(db, provider, notification, o.deps));
  const isWrong = outcome === 'mismatch' || outcome === 'unknown';
  if (isWrong)
    o.log.error(
      { provider: provider.name, outcome, paid: notification.paid },
      'what was paid is not what was asked for',
    );
  return provider.answer(!isWrong);
}

/** Records a notification and its effects in one transaction. A repeated one gets the same answer as the first. */
async function recordNotification(
  db: Client,
  provider: PaymentProvider,
  { eventId, paid }: Notification,
  { jobs, subject, clock }: NotificationDeps,
): Promise<NotificationOutcome> {
  const now = clock();
  const known = await insertNotification(db, { provider: provider.name, eventId, paid, now });
  if (known !== undefined) return known;
  if (!paid) return 'nothing';
  const { outcome, paymentId } = await settlePayment(db, { provider, paid, now, jobs, subject });
  await setNotificationOutcome(db, { provider: provider.name, eventId, outcome, paymentId });
  return outcome;
}
