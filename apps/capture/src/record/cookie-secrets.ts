import { readFile } from 'node:fs/promises';
import { type CaptureEvent, type CaptureJob, type CaptureReport, message } from '@proofkeep/contract';
import { CaptureError } from '../capture-error.ts';
import { withoutCredentials } from '../session/redact.ts';
import type { Exchange } from './exchange.ts';

/** A shorter value occurs in any page by chance, and no session has one as short. */
const leastSecret = 8;
const mark = '•••';

/**
 * Values of the cookies that a user supplied. They may be in nothing that leaves the capture: a file that contains one ends it
 * without a result, and in events and the report they are replaced. Looks for a value as it is, percent-encoded, and as in JSON;
 * a page that shows one in a picture alone isn't recognised.
 */
export class CookieSecrets {
  readonly #isUsed: boolean;
  readonly #spellings: readonly string[];

  constructor({ cookies }: Pick<CaptureJob, 'cookies'>) {
    this.#isUsed = cookies.length > 0;
    const values = new Set(cookies.map(({ value }) => value).filter(({ length }) => length >= leastSecret));
    this.#spellings = [...new Set([...values].flatMap(spellings))].sort((a, b) => b.length - a.length);
  }

  /** @throws CaptureError COOKIES_SHOWN */
  check(bytes: Uint8Array): void {
    if (this.#spellings.length === 0) return;
    const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (this.#spellings.some((text) => content.includes(text)))
      throw new CaptureError('COOKIES_SHOWN', message('cookies.shown'));
  }

  /**
   * The exchanges as the network record may hold them: credentials replaced by digests, if there are cookies.
   * @throws CaptureError COOKIES_SHOWN if anything else has one
   */
  async withhold(exchanges: Exchange[]): Promise<{ exchanges: Exchange[]; replaced: number }> {
    if (!this.#isUsed) return { exchanges, replaced: 0 };
    const copies = exchanges.map((exchange) => withoutCredentials(exchange, this.#spellings));
    for (const { exchange } of copies) {
      const { url, requestHeaders, response, body } = exchange;
      this.check(Buffer.from(JSON.stringify([url, requestHeaders, response?.statusText, response?.headers])));
      if (body && body.size > 0) this.check(await readFile(body.path));
    }
    const replaced = copies.reduce((sum, copy) => sum + copy.replaced, 0);
    return { exchanges: copies.map(({ exchange }) => exchange), replaced };
  }

  /** The event or report without the values. */
  redact<T extends CaptureEvent | CaptureReport>(said: T): T {
    return this.#spellings.length === 0 ? said : (this.#redacted(said) as T);
  }

  #redacted(value: unknown): unknown {
    if (typeof value === 'string')
      return this.#spellings.reduce((text, secret) => text.replaceAll(secret, mark), value);
    if (Array.isArray(value)) return value.map((one) => this.#redacted(one));
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, this.#redacted(one)]));
  }
}

/** How a value may stand in a page, a URL, a form or JSON. */
function spellings(value: string): string[] {
  const form = new URLSearchParams({ s: value }).toString().slice(2);
  return [value, encodeURIComponent(value), form, JSON.stringify(value).slice(1, -1)];
}
