import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How a stand-in behaves from now on. `slow`: it answers after longer than anybody waits. `lost`: it does what is asked, but its answer is lost. */
export type Mood = 'well' | 'forged' | 'refusing' | 'gone' | 'slow' | 'lost';

/**
 * What becomes of refunds from now on, each in the provider's own words. `stuck`: they wait for somebody at the provider, where it
 * knows such; `closed`: they were taken and came to nothing, where it knows such; `refused`: they are not taken.
 */
export type Refunding = 'well' | 'pending' | 'stuck' | 'closed' | 'refused';

export interface Told {
  body: string;
  headers: Record<string, string>;
}

/** What a stand-in tells of a payment, signed as the real one signs; some of it may be wrong. */
export interface Telling {
  eventId?: string;
  cents?: number;
  merchant?: string;
  /** Signed by somebody else. */
  isForged?: boolean;
  /** Signed so long ago. */
  secondsAgo?: number;
}

export interface Trade {
  paymentNo: string;
  cents: number;
  state: 'open' | 'paid' | 'closed';
  txn: string;
  refunds: Map<string, number>;
}

/** A provider of payments with keys of its own, on this machine. */
export interface Shop {
  gateway: string;
  trades: ReadonlyMap<string, Trade>;
  mood: Mood;
  refunding: Refunding;
  /** Somebody pays where the service has sent him: at the address of a page, or with the text of a code. */
  pay(where: string): void;
  tell(paymentNo: string, o?: Telling): Told;
  close(): Promise<void>;
}

const slowMs = 12_000;

export async function listen(
  moodOf: () => Mood,
  answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): Promise<{ gateway: string; close(): Promise<void> }> {
  const waiting = new Set<NodeJS.Timeout>();
  const server = createServer((request, response) => {
    if (moodOf() === 'gone') return void response.destroy();
    if (moodOf() === 'slow') return void waiting.add(setTimeout(() => response.destroy(), slowMs));
    if (moodOf() === 'lost') response.end = () => response.destroy();
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

/** The trade is there already where the same is opened again; another amount under its number is refused. */
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

/** Once for a number; false where it is more than is left. */
export function refundTrade({ cents, refunds }: Trade, no: string, back: number): boolean {
  if (refunds.has(no)) return refunds.get(no) === back;
  const gone = [...refunds.values()].reduce((sum, one) => sum + one, 0);
  if (gone + back > cents) return false;
  refunds.set(no, back);
  return true;
}
