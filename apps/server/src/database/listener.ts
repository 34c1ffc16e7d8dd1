import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

export interface Subscriber {
  message(text: string): void;
  /** The connection was lost and re-established: messages may have been missed. */
  gap(): void;
}

/** Interval for testing a silent connection: a peer that lost power never closes it. */
const heartbeatMs = 15_000;
const answerLimitMs = 10_000;
const longestPauseMs = 5_000;

/** Delivers `pg_notify` messages to any number of listeners over one connection, and reconnects when it breaks. */
export class Listener {
  readonly #connect: () => Promise<pg.Client>;
  readonly #hearers = new Map<string, Set<Subscriber>>();
  #client: Promise<pg.Client> | undefined;
  /** The open connection; undefined while it is opened or reopened. */
  #connected: pg.Client | undefined;
  readonly #closing = new AbortController();
  /** Settles when the statements sent so far are answered: a pg connection runs one at a time. */
  #answered: Promise<unknown> = Promise.resolve();

  /** @param connect opens a connection */
  constructor(connect: () => Promise<pg.Client>) {
    this.#connect = connect;
  }

  /**
   * Returns once no further message on the channel can be missed.
   * @returns stops listening
   * @throws Error if the first connection fails
   */
  async listen(channel: string, hearer: Subscriber): Promise<() => Promise<void>> {
    this.#client ??= this.#open();
    const client = await this.#client.catch((error) => {
      this.#client = undefined;
      throw error;
    });
    const hearers = this.#hearers.get(channel) ?? new Set();
    this.#hearers.set(channel, hearers.add(hearer));
    // If this connection breaks now, the next one listens to every channel from its start.
    await this.#send(client, `listen ${pg.escapeIdentifier(channel)}`).catch(() => {});
    return async () => {
      hearers.delete(hearer);
      if (hearers.size > 0 || !this.#hearers.delete(channel)) return;
      // Doesn't wait for a lost connection, which may never be reopened: a new one doesn't listen to this channel anyway.
      const now = this.#connected;
      if (now) await this.#send(now, `unlisten ${pg.escapeIdentifier(channel)}`).catch(() => {});
    };
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await (await this.#client?.catch(() => undefined))?.end().catch(() => {});
  }

  async #open(): Promise<pg.Client> {
    const client = await this.#connect();
    client.on('notification', ({ channel, payload }) => {
      for (const hearer of this.#hearers.get(channel) ?? []) hearer.message(payload ?? '');
    });
    for (const channel of this.#hearers.keys()) await this.#send(client, `listen ${pg.escapeIdentifier(channel)}`);
    this.#watch(client);
    this.#connected = client;
    return client;
  }

  #send(client: pg.Client, statement: string): Promise<unknown> {
    const sent = this.#answered.then(() => client.query(statement));
    this.#answered = sent.catch(() => {});
    return sent;
  }

  #watch(client: pg.Client): void {
    const heartbeat = setInterval(() => void beat(), heartbeatMs);
    const lose = () => {
      clearInterval(heartbeat);
      this.#connected = undefined;
      client
        .off('end', lose)
        .end()
        .catch(() => {});
      if (!this.#closing.signal.aborted) this.#client = this.#reopen();
    };
    const beat = () => this.#send(client, 'select').catch(lose);
    client.once('end', lose);
  }

  async #reopen(): Promise<pg.Client> {
    for (let pauseMs = 50; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
      try {
        const client = await this.#open();
        for (const hearers of this.#hearers.values()) for (const hearer of hearers) hearer.gap();
        return client;
      } catch (error) {
        if (this.#closing.signal.aborted) throw error;
        await sleep(pauseMs);
      }
    }
  }
}

/** Opens a connection to listen on. */
export async function listeningClient(config: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({ ...config, query_timeout: answerLimitMs, keepAlive: true });
  // The `end` event follows and is handled.
  client.on('error', () => {});
  await client.connect();
  return client;
}
