import { attestationCalls, orderCalls as calls, notifyPath, type PayWay } from '@proofkeep/contract';
import { ports } from '../../../app.ts';
import type { Outside, PaymentProvider } from '../../../providers/payment/payment.ts';
import { signatureHeader, timeHeader } from '../../../providers/payment/sandbox.ts';
import type { TestService } from '../../../testing/service.ts';
import type { PaymentWatcherDeps } from '../payments/watch.ts';

/** Places orders of a user and pays them. */
export const paying = (service: TestService) => ({
  async recharge(token: string, amountCents: number): Promise<string> {
    return (await service.ask(calls.recharge, { amountCents }, { as: token })).data.orderNo;
  },
  /** An order for a number of pages. */
  async pages(token: string, count: number): Promise<string> {
    const urls = Array.from({ length: count }, (_, n) => `https://example.com/${n}`);
    return (
      (await service.ask(attestationCalls.preserveUrls, { urls, byOrder: true }, { as: token })).data.orderNo ?? ''
    );
  },
  async package(token: string, code = 'pages-100'): Promise<string> {
    return (await service.ask(calls.orderPackage, { code }, { as: token })).data.orderNo;
  },
  /** A payment that the provider has opened. @returns its number there */
  async begin(token: string, orderNo: string, way: PayWay = 'sandbox'): Promise<string> {
    const { data } = await service.ask(calls.payOrder, { orderNo, way }, { as: token });
    const paymentId = data.paymentId ?? '';
    await service.ask(calls.openPayment, { paymentId }, { as: token });
    return paymentId.replaceAll('-', '');
  },
  order: async (token: string, orderNo: string) => (await service.ask(calls.order, { orderNo }, { as: token })).data,
  balance: async (token: string) => (await service.ask(calls.rechargeOptions, {}, { as: token })).data.balanceCents,
});

/** A notification as the provider sends it. */
export async function notifyService(
  service: TestService,
  provider: Outside,
  { body, headers }: { body: string; headers: Record<string, string> },
): Promise<{ status: number; body: string }> {
  const answer = await service.app.inject({ method: 'POST', url: `${notifyPath}${provider}`, payload: body, headers });
  return { status: answer.statusCode, body: answer.body };
}

/** The sandbox's signed notification about a payment. */
export function sandboxNotification(
  service: TestService,
  o: { paymentNo: string; cents: number; eventId?: string; txn?: string; currency?: string; merchant?: string },
): { body: string; headers: Record<string, string> } {
  const { paymentNo, cents, eventId = crypto.randomUUID(), txn = `sandbox-${paymentNo}` } = o;
  const { currency = 'CNY', merchant = service.sandbox.merchant } = o;
  const body = JSON.stringify({ eventId, paid: { paymentNo, txn, cents, currency, merchant } });
  const headers = {
    'content-type': 'application/json',
    [timeHeader]: String(service.now.getTime()),
    [signatureHeader]: service.sandbox.sign(body, service.now),
  };
  return { body, headers };
}

/** The dependencies of the service's payment jobs. */
export const watcherDepsOf = (
  service: TestService,
  providers: readonly PaymentProvider[] = [service.sandbox],
  onFailure: (error: unknown) => void = () => {},
): PaymentWatcherDeps => ({
  database: service.database,
  payments: new Map(providers.map((provider) => [provider.name, provider])),
  jobs: () => service.jobs,
  subject: ports.orderSubject,
  onMismatch: () => {},
  onFailure,
});

/** Counts open refunds. */
export async function refundsAsked({ database }: TestService): Promise<string[]> {
  const { rows } = await database.pool.query<{ id: string }>(`select id from refund where state = 'asked' order by id`);
  return rows.map(({ id }) => id);
}
