import { notifyPath, PayWay } from '@proofkeep/contract';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Client } from '../../../database/client.ts';
import type { Database } from '../../../database/database.ts';
import type { Limiter } from '../../../http/limits.ts';
import type { Jobs } from '../../../jobs/jobs.ts';
import {
  type Notification,
  NotificationError,
  type PaymentProvider,
  type Reply,
} from '../../../providers/payment/payment.ts';
import type { Payments } from '../../../providers/payment/payments.ts';
import { type Outcome, settlePayment } from './settle.ts';

interface NotificationDeps {
  database: Database;
  payments: Payments;
  jobs: Jobs;
  limiter: Limiter;
  clock: () => Date;
}

const mostBytes = 2 ** 18;
/** Far more than a provider tells from one address; whoever sends more keeps nobody busy with checking signatures. */
const counted: Parameters<Limiter['count']>[0] = {
  path: notifyPath,
  limits: [{ per: 'address', times: 3_000, seconds: 60 }],
};

/** Where providers tell of payments: the bytes as they came, as that is what is signed, and the answer that each wants. */
export async function serveNotifications(app: FastifyInstance, hearing: NotificationDeps): Promise<void> {
  await app.register(async (raw) => {
    raw.removeAllContentTypeParsers();
    raw.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: mostBytes }, (_request, body, done) =>
      done(null, body),
    );
    raw.addHook('onRequest', async ({ ip }) => {
      await hearing.limiter.count(counted, { address: ip, login: undefined });
    });
    raw.post<{ Params: { provider: string }; Body: Buffer | undefined }>(
      `${notifyPath}:provider`,
      async (request, reply) => {
        const way = PayWay.safeParse(request.params.provider);
        const provider = way.success && way.data !== 'balance' ? hearing.payments.get(way.data) : undefined;
        if (!provider) return reply.status(404).type('text/plain').send('');
        const headers = Object.fromEntries(
          Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
        );
        const answer = await receive(provider, {
          raw: request.body ?? Buffer.alloc(0),
          headers,
          hearing,
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
  o: { raw: Buffer; headers: Record<string, string>; hearing: NotificationDeps; log: FastifyBaseLogger },
): Promise<Reply> {
  const told = await provider.parse(o.raw, o.headers);
  const outcome = await o.hearing.database.transaction((db) => recordNotification(db, provider, told, o.hearing));
  const isWrong = outcome === 'mismatch' || outcome === 'unknown';
  if (isWrong)
    o.log.error({ provider: provider.name, outcome, paid: told.paid }, 'what was paid is not what was asked for');
  return provider.answer(!isWrong);
}

/** What was told, what it changed and that it was told are one transaction; told again, it is answered as before. */
async function recordNotification(
  db: Client,
  provider: PaymentProvider,
  { eventId, paid }: Notification,
  { jobs, clock }: NotificationDeps,
): Promise<Outcome | 'nothing'> {
  const { rowCount } = await db.query(
    `insert into provider_event (provider, event_id, outcome, told, received_at) values ($1, $2, 'nothing', $3, $4)
     on conflict do nothing`,
    [provider.name, eventId, JSON.stringify(paid), clock()],
  );
  if (rowCount === 0) {
    const { rows } = await db.query<{ outcome: Outcome | 'nothing' }>(
      'select outcome from provider_event where provider = $1 and event_id = $2',
      [provider.name, eventId],
    );
    return rows[0]?.outcome ?? 'nothing';
  }
  if (!paid) return 'nothing';
  const { outcome, paymentId } = await settlePayment(db, { provider, paid, now: clock(), jobs });
  await db.query('update provider_event set outcome = $3, payment_id = $4 where provider = $1 and event_id = $2', [
    provider.name,
    eventId,
    outcome,
    paymentId,
  ]);
  return outcome;
}
