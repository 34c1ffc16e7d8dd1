import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

export interface Hearer {
  message(text: string): void;
  /** The connection was lost and is back: messages may have been missed in between. */
  gap(): void;
}

/** Until when a connection that says nothing counts as alive: one whose other end lost its power never says so. */
const heartbeatMs = 15_000;
const answerLimitMs = 10_000;
const longestPauseMs = 5_000;

/** What is told with `pg_notify`, to any number of hearers over one connection, which is brought up again when it breaks. */
export class Listening {
  readonly #connect: () => Promise<pg.Client>;
  readonly #hearers = new Map<string, Set<Hearer>>();
  #client: Promise<pg.Client> | undefined;
  readonly #closing = new AbortController();

  /** `connect` is asked for a connection whenever there is none. */
  constructor(connect: () => Promise<pg.Client>) {
    this.#connect = connect;
  }

  /**
   * Returns once nothing told on the channel is missed any more, with what ends it.
   * @throws Error when there is no connection to begin with
   */
  async listen(channel: string, hearer: Hearer): Promise<() => Promise<void>> {
    this.#client ??= this.#open();
    const client = await this.#client.catch((error) => {
      this.#client = undefined;
      throw error;
    });
    const hearers = this.#hearers.get(channel) ?? new Set();
    this.#hearers.set(channel, hearers.add(hearer));
    // A connection that breaks right now is followed by one that listens to every channel from its start.
    await client.query(`listen ${pg.escapeIdentifier(channel)}`).catch(() => {});
    return async () => {
      hearers.delete(hearer);
      if (hearers.size > 0 || !this.#hearers.delete(channel)) return;
      const now = await this.#client?.catch(() => undefined);
      await now?.query(`unlisten ${pg.escapeIdentifier(channel)}`).catch(() => {});
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
    for (const channel of this.#hearers.keys()) await client.query(`listen ${pg.escapeIdentifier(channel)}`);
    this.#watch(client);
    return client;
  }

  #watch(client: pg.Client): void {
    const heartbeat = setInterval(() => void beat(), heartbeatMs);
    const lose = () => {
      clearInterval(heartbeat);
      client
        .off('end', lose)
        .end()
        .catch(() => {});
      if (!this.#closing.signal.aborted) this.#client = this.#reopen();
    };
    const beat = () => client.query('select').catch(lose);
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

/** A connection to listen on. */
export async function listeningClient(config: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({ ...config, query_timeout: answerLimitMs, keepAlive: true });
  // It breaks with `end` after this, which is what is watched.
  client.on('error', () => {});
  await client.connect();
  return client;
}
