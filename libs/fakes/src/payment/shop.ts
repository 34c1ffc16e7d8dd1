import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A stand-in's behaviour from now on. `slow`: it responds only after the client's timeout. `lost`: it executes a
 * request, but its response is lost.
 */
export type Behavior = 'well' | 'forged' | 'refusing' | 'gone' | 'slow' | 'lost';

/**
 * Result of refunds from now on, in the provider's terms. `stuck`: pending manual handling; `closed`: accepted, then failed
 * (each only if the provider has such a state); `refused`: not accepted.
 */
export type RefundBehavior = 'well' | 'pending' | 'stuck' | 'closed' | 'refused';

/** A payment notification as it was sent. */
export interface SentNotification {
  body: string;
  headers: Record<string, string>;
}

/** Content of a payment notification, correct or not; signed like the real provider's. */
export interface NotificationContent {
  eventId?: string;
  cents?: number;
  merchant?: string;
  /** Signed with another key. */
  isForged?: boolean;
  /** Age of the signature. */
  secondsAgo?: number;
}

/** A payment as the provider's books show it. */
export interface Trade {
  paymentNo: string;
  cents: number;
  state: 'open' | 'paid' | 'closed';
  txn: string;
  refunds: Map<string, number>;
}

/** A payment provider with its own keys, on this machine. */
export interface Shop {
  gateway: string;
  trades: ReadonlyMap<string, Trade>;
  behavior: Behavior;
  refundBehavior: RefundBehavior;
  /** Pays as a user would: at the URL of a payment page, or with the text of a QR code. */
  pay(where: string): void;
  notification(paymentNo: string, o?: NotificationContent): SentNotification;
  close(): Promise<void>;
}

const slowMs = 12_000;

/** Serves an interface on a free port of 127.0.0.1, disturbed as the current behavior says. */
export async function listen(
  behaviorOf: () => Behavior,
  answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): Promise<{ gateway: string; close(): Promise<void> }> {
  const waiting = new Set<NodeJS.Timeout>();
  const server = createServer((request, response) => {
    if (behaviorOf() === 'gone') return void response.destroy();
    if (behaviorOf() === 'slow') return void waiting.add(setTimeout(() => response.destroy(), slowMs));
    if (behaviorOf() === 'lost') response.end = () => response.destroy();
    void answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    gateway: `http://127.0.0.1:${port}/`,
    close: () =>
      new Promise((resolve) => {
        for (const timer of waiting) clearTimeout(timer);
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** Opens a trade, or returns the existing one; rejects another amount under the same number. */
export function openTrade(
  trades: Map<string, Trade>,
  o: { paymentNo: string; cents: number; txn: string },
): Trade | null {
  const known = trades.get(o.paymentNo);
  if (known) return known.cents === o.cents ? known : null;
  const trade: Trade = { ...o, state: 'open', refunds: new Map() };
  trades.set(o.paymentNo, trade);
  return trade;
}

/** Refunds once per number; false if the amount exceeds what is left. */
export function refundTrade({ cents, refunds }: Trade, no: string, back: number): boolean {
  if (refunds.has(no)) return refunds.get(no) === back;
  const gone = [...refunds.values()].reduce((sum, one) => sum + one, 0);
  if (gone + back > cents) return false;
  refunds.set(no, back);
  return true;
}
