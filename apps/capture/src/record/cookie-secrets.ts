import {
  type Artifact,
  alterationKinds,
  artifactKinds,
  blockKinds,
  type CaptureEvent,
  type CaptureJob,
  type CaptureReport,
  captureLocales,
  captureSteps,
  captureTimezones,
  type Message,
  message,
  sessionSteps,
} from '@proofkeep/contract';
import { CaptureError } from '../capture-error.ts';
import { withoutCredentials } from '../session/redact.ts';
import type { Exchange } from './exchange.ts';
import { TextFinder } from './text-finder.ts';

/** Shorter values occur in many pages by chance, and no session id is that short. */
const leastSecret = 8;
const mark = '•••';

/**
 * Words used in our own files and events. A cookie with such a value holds a setting, such as the time zone, and no
 * secret.
 */
const vocabulary: ReadonlySet<string> = new Set([
  ...captureSteps,
  ...sessionSteps,
  ...artifactKinds,
  ...blockKinds,
  ...alterationKinds,
  ...captureLocales,
  ...captureTimezones,
  'artifact',
  'progress',
  'complete',
]);

/**
 * Files that the capture writes itself. The function returns the page content in a line; null if the file contains
 * none. The report is redacted.
 */
const ownFiles: Partial<Record<Artifact['kind'], ((line: Record<string, unknown>) => unknown) | null>> = {
  environment: null,
  clock: null,
  report: null,
  actions: ({ detail }) => detail,
  connections: ({ host }) => host,
};

/**
 * Values of the cookies that a user supplied. They must not be in anything that leaves the capture: a file that
 * contains one ends the capture without a result, and in events and the report they are replaced where the page could
 * have put them. Looks for a value unchanged, percent-encoded, percent-decoded, and as written in a form, JSON and
 * HTML; a value that a page shows only in a picture isn't recognised.
 */
export class CookieSecrets {
  readonly #isUsed: boolean;
  readonly #spellings: readonly string[];
  readonly #finder: TextFinder;

  constructor({ cookies, locale, timezone }: Pick<CaptureJob, 'cookies' | 'locale' | 'timezone'>) {
    this.#isUsed = cookies.length > 0;
    const isSetting = (value: string) => vocabulary.has(value) || value === locale || value === timezone;
    const values = cookies
      .map(({ value }) => [value, decode(value)])
      .filter((pair) => !pair.some(isSetting))
      .flat()
      .filter(({ length }) => length >= leastSecret);
    this.#spellings = [...new Set(values.flatMap(spellings))].sort((a, b) => b.length - a.length);
    this.#finder = new TextFinder(this.#spellings);
  }

  /**
   * @throws CaptureError COOKIES_SHOWN if a file contains a value; in files that the capture writes itself, only page
   * content is checked
   */
  check(kind: Artifact['kind'], bytes: Uint8Array): void {
    const textOf = ownFiles[kind];
    if (this.#spellings.length === 0 || textOf === null) return;
    if (!textOf) return this.#refuse(this.#finder.isIn(bytes));
    const lines = Buffer.from(bytes).toString().split('\n').filter(Boolean);
    this.checkTexts(lines.map((line) => textOf(JSON.parse(line))));
  }

  /**
   * Checks every text in a value.
   * @throws CaptureError COOKIES_SHOWN
   */
  checkTexts(value: unknown): void {
    if (typeof value === 'string') this.#refuse(this.#finder.isIn(Buffer.from(value)));
    else if (typeof value === 'object' && value !== null) for (const one of Object.values(value)) this.checkTexts(one);
  }

  /**
   * Exchanges as the network record may contain them: with cookies, credentials are replaced by digests. @throws
   * CaptureError COOKIES_SHOWN if anything else contains a value
   */
  async withhold(exchanges: Exchange[]): Promise<{ exchanges: Exchange[]; replaced: number }> {
    if (!this.#isUsed) return { exchanges, replaced: 0 };
    const copies = exchanges.map((exchange) => withoutCredentials(exchange, (body) => this.#finder.isIn(body)));
    for (const { exchange } of copies) {
      const { url, requestHeaders, response, body } = exchange;
      this.checkTexts([url, requestHeaders, response?.statusText, response?.headers]);
      if (body && body.size > 0) this.#refuse(await this.#finder.isInFile(body.path));
    }
    const replaced = copies.reduce((sum, copy) => sum + copy.replaced, 0);
    return { exchanges: copies.map(({ exchange }) => exchange), replaced };
  }

  /** Returns the event without the values. Protocol fields stay unchanged, even if a cookie has the same value. */
  redactEvent(event: CaptureEvent): CaptureEvent {
    if (event.type === 'step') return { ...event, said: this.#messages(event.said) };
    if (event.type === 'begun' || event.type === 'report') return { ...event, report: this.redactReport(event.report) };
    return event;
  }

  /** Returns the report without the values, in texts that come from the page. */
  redactReport(report: CaptureReport): CaptureReport {
    if (this.#spellings.length === 0) return report;
    const { failure, page, steps, missing, limits, block, alterations, links } = report;
    const { requestedUrl, finalUrl, title, contentLanguage, redirects } = page;
    const text = (value: string) => this.#text(value);
    const textOrNull = (value: string | null) => value && text(value);
    return {
      ...report,
      failure: failure && { ...failure, said: this.#message(failure.said) },
      page: {
        ...page,
        requestedUrl: text(requestedUrl),
        finalUrl: textOrNull(finalUrl),
        title: textOrNull(title),
        contentLanguage: textOrNull(contentLanguage),
        redirects: redirects.map((one) => ({ ...one, url: text(one.url), location: text(one.location) })),
      },
      steps: steps.map((step) => ({ ...step, said: this.#messages(step.said) })),
      missing: missing.map((one) => ({ ...one, url: text(one.url), said: this.#message(one.said) })),
      limits: this.#messages(limits),
      block: block && { ...block, signs: this.#messages(block.signs) },
      alterations: alterations.map((one) => ({ ...one, said: this.#message(one.said) })),
      ...(links && { links: links.map(text) }),
    };
  }

  #messages(messages: readonly Message[]): Message[] {
    return messages.map((one) => this.#message(one));
  }

  #message({ name, values, text }: Message): Message {
    const redacted = Object.entries(values).map(([gap, value]): [string, Message['values'][string]] => [
      gap,
      typeof value === 'string' ? this.#text(value) : typeof value === 'number' ? value : this.#message(value),
    ]);
    return { name, values: Object.fromEntries(redacted), text: this.#text(text) };
  }

  #text(text: string): string {
    if (!this.#finder.isIn(Buffer.from(text))) return text;
    return this.#spellings.reduce((redacted, secret) => redacted.replaceAll(secret, mark), text);
  }

  #refuse(isShown: boolean): void {
    if (isShown) throw new CaptureError('COOKIES_SHOWN', message('cookies.shown'));
  }
}

/** The decoded value: many servers store `s%3Aabc` and show `s:abc`. */
function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** The encodings of a value in a page, a URL, a form, JSON or HTML. */
function spellings(value: string): string[] {
  const form = new URLSearchParams({ s: value }).toString().slice(2);
  const text = value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return [
    value,
    encodeURIComponent(value.toWellFormed()),
    form,
    JSON.stringify(value).slice(1, -1),
    text,
    text.replaceAll('"', '&quot;'),
  ];
}
