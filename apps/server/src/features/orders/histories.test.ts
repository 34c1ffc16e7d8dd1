import {
  attestationCalls,
  orderCalls as calls,
  consoleOrderCalls as consoleCalls,
  orderKinds,
  type PayStep,
} from '@proofkeep/contract';
import {
  byTestLength,
  type NotificationContent,
  type RefundBehavior,
  type SentNotification,
  type Shop,
  startAlipayShop,
  startStripeShop,
  startWechatShop,
} from '@proofkeep/fakes';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { alipayPayment } from '../../providers/payment/alipay.ts';
import type { Outside } from '../../providers/payment/payment.ts';
import { signatureHeader } from '../../providers/payment/sandbox.ts';
import { findBySecret, findTrade, payTrade } from '../../providers/payment/sandbox-store.ts';
import { stripePayment } from '../../providers/payment/stripe.ts';
import { wechatPayment } from '../../providers/payment/wechat.ts';
import { useService } from '../../testing/service.ts';
import { checkLedger } from '../money/service.ts';
import { askPayment, closePayment, watchPayments } from './payments/watch.ts';
import { refundPayment } from './refunds/refunds.ts';
import { notifyService, paying, refundsAsked, sandboxNotification, watcherDepsOf } from './testing/payments.ts';

const [alipay, wechat, stripe] = await Promise.all([startAlipayShop(), startWechatShop(), startStripeShop()]);
const shops: Shop[] = [alipay, wechat, stripe];
const real = [
  alipayPayment({ ...alipay, alipayPublicKey: alipay.publicKey }),
  wechatPayment(wechat),
  stripePayment(stripe),
];
afterAll(() => Promise.all(shops.map((shop) => shop.close())));

const service = useService({
  payments: (sandbox) => new Map([...real, sandbox].map((provider) => [provider.name, provider])),
});
const { ask, given } = service;
const pay = paying(service);
const watching = () => watcherDepsOf(service, [...real, service.sandbox]);

/** A provider with its own books. */
interface House {
  /** A payer pays at the URL they were sent to. */
  pay(where: string): unknown;
  isPaid(paymentNo: string): Promise<boolean>;
  notify(paymentNo: string, lie: NotificationContent): Promise<SentNotification>;
  /** Amount that the provider received for us, less its refunds. */
  cents(): Promise<number>;
}

const houseOf = (shop: Shop): House => ({
  pay: shop.pay,
  isPaid: async (paymentNo) => shop.trades.get(paymentNo)?.state === 'paid',
  notify: async (paymentNo, lie) => shop.notification(paymentNo, lie),
  async cents() {
    const paid = [...shop.trades.values()].filter(({ state }) => state === 'paid');
    return paid.reduce((sum, { cents, refunds }) => sum + cents - [...refunds.values()].reduce((a, b) => a + b, 0), 0);
  },
});

/** The sandbox keeps its books in the service's database. */
const sandboxHouse: House = {
  async pay(where) {
    const { pool } = service.database;
    const trade = await findBySecret(pool, where.split('/').at(-1) ?? '');
    await payTrade(pool, trade?.paymentNo ?? '', { now: service.now, dueAt: null });
  },
  isPaid: async (paymentNo) => (await findTrade(service.database.pool, paymentNo))?.state === 'paid',
  async notify(paymentNo, { isForged, ...lie }) {
    const trade = await findTrade(service.database.pool, paymentNo);
    const notification = sandboxNotification(service, { paymentNo, cents: trade?.amountCents ?? 0, ...lie });
    return isForged
      ? { ...notification, headers: { ...notification.headers, [signatureHeader]: 'f'.repeat(64) } }
      : notification;
  },
  async cents() {
    const { rows } = await service.database.pool.query<{ cents: string }>(
      `select coalesce(sum(amount_cents - refunded_cents), 0) as cents from sandbox_trade where state = 'paid'`,
    );
    return Number(rows[0]?.cents);
  },
};

const houses: Record<Outside, House> = {
  alipay: houseOf(alipay),
  wechat: houseOf(wechat),
  stripe: houseOf(stripe),
  sandbox: sandboxHouse,
};
const ways = Object.keys(houses) as Outside[];

interface Begun {
  way: Outside;
  orderNo: string;
  paymentId: string;
  paymentNo: string;
  where: string;
}

const way = fc.constantFrom(...ways);
const which = fc.nat(20);
const act = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('order' as const), of: fc.constantFrom(...orderKinds), way }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('begin-again' as const), which, way }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('pay' as const), which }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('notify' as const),
      which,
      times: fc.integer({ min: 1, max: 3 }),
      lie: fc.constantFrom('none', 'none', 'amount', 'forged', 'merchant'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom('ask' as const, 'close' as const, 'cancel' as const, 'stop' as const),
      which,
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('from-balance' as const), which }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('refund' as const), which, cents: fc.integer({ min: 1, max: 90_000 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('pay-out' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('refunds' as const),
      are: fc.constantFrom<RefundBehavior>('well', 'pending', 'stuck', 'closed', 'refused'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('watch' as const), minutes: fc.nat(2_000) }) },
);
type Act = typeof act extends fc.Arbitrary<infer One> ? One : never;

async function begin(token: string, orderNo: string, by: Outside): Promise<Begun | null> {
  const { data, refused } = await ask(calls.payOrder, { orderNo, way: by }, { as: token });
  if (refused || !data.paymentId) return null;
  const opened = await ask(calls.openPayment, { paymentId: data.paymentId }, { as: token });
  if (opened.refused) return null;
  const where = ((step: PayStep) => (step.kind === 'redirect' ? step.url : step.text))(opened.data);
  return { way: by, orderNo, paymentId: data.paymentId, paymentNo: data.paymentId.replaceAll('-', ''), where };
}

async function notify({ way: by, paymentNo }: Begun, { times, lie }: { times: number; lie: string }): Promise<void> {
  const house = houses[by];
  // Only a forger reports an unpaid payment as paid.
  if (lie === 'none' && !(await house.isPaid(paymentNo))) return;
  const lies = { none: {}, amount: { cents: 1 }, forged: { isForged: true }, merchant: { merchant: 'live' } };
  const notification = await house.notify(paymentNo, lies[lie as keyof typeof lies]);
  await Promise.all(Array.from({ length: times }, () => notifyService(service, by, notification)));
}

const placing = {
  recharge: (token: string) => pay.recharge(token, 60_000),
  package: (token: string) => pay.package(token),
  service: (token: string) => pay.pages(token, 3),
};

async function perform(one: Act, o: { token: string; operator: string; begun: Begun[] }): Promise<void> {
  if (one.kind === 'pay-out') return payOut();
  if (one.kind === 'refunds') return become(one.are);
  if (one.kind === 'watch') return watchPayments(watching(), later(one.minutes));
  if (one.kind === 'order') {
    const orderNo = await placing[one.of](o.token);
    const payment = await begin(o.token, orderNo, one.way);
    if (payment) o.begun.push(payment);
    return;
  }
  const payment = o.begun[one.which % Math.max(1, o.begun.length)];
  if (!payment) return;
  const { orderNo, paymentId } = payment;
  if (one.kind === 'begin-again') {
    const another = await begin(o.token, orderNo, one.way);
    if (another && !o.begun.some((known) => known.paymentId === another.paymentId)) o.begun.push(another);
  } else if (one.kind === 'pay') await houses[payment.way].pay(payment.where);
  else if (one.kind === 'notify') await notify(payment, one);
  else if (one.kind === 'ask') await askPayment(watching(), paymentId, service.now);
  else if (one.kind === 'close') await closePayment(watching(), paymentId, service.now);
  else if (one.kind === 'cancel') await ask(calls.closeOrder, { orderNo }, { as: o.token });
  else if (one.kind === 'stop') {
    const { ordered } = await pay.order(o.token, orderNo);
    for (const { ano } of ordered.slice(1)) await ask(attestationCalls.cancel, { ano }, { as: o.token });
  } else if (one.kind === 'refund') {
    const { refundedCents } = await pay.order(o.token, orderNo);
    const input = { orderNo, amountCents: one.cents, refundedCents, reason: '客户申请退款' };
    await ask(calls.refundOrder, input, { as: o.operator });
  } else await ask(calls.payOrder, { orderNo, way: 'balance' }, { as: o.token });
}

const later = (minutes: number) => new Date(service.now.getTime() + minutes * 60_000);

function become(are: RefundBehavior): void {
  for (const shop of shops) shop.refundBehavior = are;
}

/** An operator looks up every open issue and records the decision. */
async function decideAll(): Promise<void> {
  service.now = later(25 * 60);
  const { token: operator } = await given.staff();
  const { data } = await ask(consoleCalls.paymentIssues, { size: 100 }, { as: operator });
  for (const { issueId, outcomes, refund } of data.list) {
    const outcome = refund && outcomes.includes('kept') ? 'kept' : (outcomes.at(-1) ?? 'noted');
    const input = { issueId, outcome, note: '已在平台核实' };
    expect([null, 'STATE_FORBIDS']).toContain(
      (await ask(consoleCalls.reviewPaymentIssue, input, { as: operator })).refused,
    );
  }
}

async function payOut(): Promise<void> {
  for (const id of await refundsAsked(service)) await refundPayment(watching(), id, service.now);
}

/** Amount that a provider owes us according to our ledger. */
async function heldBy(by: Outside): Promise<number> {
  const { rows } = await service.database.pool.query<{ cents: string }>(
    `select coalesce(-sum(e.amount_cents), 0) as cents from ledger_entry e
     join ledger_account a on a.id = e.ledger_account_id where a.kind = 'funds' and a.provider = $1`,
    [by],
  );
  return Number(rows[0]?.cents);
}

describe('orders and payments in any order', () => {
  it(
    'agree with the books of the providers: each order is paid once, and nothing is refunded that wasn’t paid',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(act, { minLength: 8, maxLength: 40 }), async (acts) => {
          service.now = new Date();
          become('well');
          const { token } = await given.login({ isWelcomed: false });
          const { token: operator } = await given.staff();
          const begun: Begun[] = [];
          for (const one of acts) await perform(one, { token, operator, begun });
          for (const payment of begun) await notify(payment, { times: 1, lie: 'none' });
          become('well');
          await payOut();
          await decideAll();

          expect(await checkLedger(service.database.pool)).toEqual([]);
          for (const by of ways) expect(await heldBy(by), by).toBe(await houses[by].cents());
          const { rows } = await service.database.pool.query<{ wrong: number }>(
            `select count(*)::int as wrong from ledger_account where balance_cents < 0
           or (kind = 'returning' and (select sum(amount_cents) from ledger_entry where ledger_account_id = ledger_account.id) <> 0)`,
          );
          expect(rows[0]?.wrong).toBe(0);
        }),
        { numRuns: byTestLength({ short: 8, long: 100 }) },
      );
    },
    byTestLength({ short: 180_000, long: 600_000 }),
  );
});
