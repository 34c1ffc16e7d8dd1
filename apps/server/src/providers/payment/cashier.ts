import '@fastify/formbody';
import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Database } from '../../database/database.ts';
import { isForeign, languageAsked } from '../../http/request.ts';
import { type CashierAct, cashierActs, cashierPage } from './cashier-page.ts';
import type { Notification } from './payment.ts';
import { type Sandbox, signatureHeader, timeHeader, txnOf } from './sandbox.ts';
import { closeTrade, findBySecret, markAttempt, payTrade, type Trade } from './sandbox-store.ts';

interface Till {
  database: Database;
  sandbox: Sandbox;
  clock: () => Date;
  /** Whether the site is served over TLS. */
  isSecure: boolean;
}

export const delayMs = 15_000;
const sendLimitMs = 10_000;
const Act = z.object({ act: z.enum(cashierActs) });

/** Serves the sandbox cashier's page and its actions. A trade's URL gives full control of it. */
export function serveCashier(app: FastifyInstance, till: Till): void {
  const path = '/sandbox/cashier/:secret';
  const tradeOf = (secret: string) => findBySecret(till.database.pool, secret);
  app.get<{ Params: { secret: string } }>(path, async (request, reply) => {
    const trade = await tradeOf(request.params.secret);
    if (!trade) return reply.callNotFound();
    const { secret } = request.params;
    const page = cashierPage(trade, { secret, language: languageAsked(request), now: till.clock() });
    return (
      reply
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-store')
        // Without a referrer browsers don't send a form's origin either.
        .header('referrer-policy', 'same-origin')
        .send(page)
    );
  });
  app.post<{ Params: { secret: string } }>(path, async (request, reply) => {
    const trade = await tradeOf(request.params.secret);
    const asked = Act.safeParse(request.body);
    if (!trade || !asked.success || isForeign(request, till.isSecure)) return reply.callNotFound();
    await perform(till, trade, asked.data.act);
    return reply.redirect(trade.returnUrl, 303);
  });
}

async function perform(till: Till, trade: Trade, act: CashierAct): Promise<void> {
  const { pool } = till.database;
  const { paymentNo } = trade;
  const now = till.clock();
  await markAttempt(pool, paymentNo, { isDeclined: act === 'fail' });
  if (act === 'fail') return send(till, trade, { eventId: randomUUID(), paid: null });
  if (act === 'close') return closeTrade(pool, paymentNo);
  const notification = paidNotification(till, trade);
  if (act === 'wrong-amount')
    return send(till, trade, paidNotification(till, { ...trade, amountCents: trade.amountCents + 1 }));
  if (act === 'bad-signature') return send(till, trade, notification, 'f'.repeat(64));
  const dueAt = act === 'delay' ? new Date(now.getTime() + delayMs) : null;
  if (!(await payTrade(pool, paymentNo, { now, dueAt }))) return;
  if (act === 'delay') setTimeout(() => void send(till, trade, notification), delayMs).unref();
  else await send(till, trade, notification);
  if (act === 'twice') await send(till, trade, notification);
}

const paidNotification = ({ sandbox }: Till, { paymentNo, amountCents }: Trade): Notification => ({
  eventId: randomUUID(),
  paid: { paymentNo, txn: txnOf(paymentNo), cents: amountCents, currency: 'CNY', merchant: sandbox.merchant },
});

/** A lost notification is not repeated: the service queries the payment by itself. */
async function send(
  { sandbox, clock }: Till,
  { notifyUrl }: Trade,
  notification: Notification,
  forged?: string,
): Promise<void> {
  const body = JSON.stringify(notification);
  const at = clock();
  const headers = {
    'content-type': 'application/json',
    [timeHeader]: String(at.getTime()),
    [signatureHeader]: forged ?? sandbox.sign(body, at),
  };
  await fetch(notifyUrl, { method: 'POST', headers, body, signal: AbortSignal.timeout(sendLimitMs) }).catch(() => {});
}
