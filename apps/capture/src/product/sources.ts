import { readFile } from 'node:fs/promises';
import { holdsParts, readableForms, responseText } from '@proofkeep/bundle';
import { headerOf } from '../record/exchange.ts';
import type { WarcPlace } from '../record/warc.ts';
import { withoutFragment } from '../record/warc-record.ts';

const readableTypes = /json|javascript|html|xml|text\/plain|^$/i;
const mostBytes = 16 * 1024 * 1024;
const mostResponses = 400;
/** Total bytes of responses that are kept in memory, and characters that are searched: this many take seconds. */
const mostOfAll = { bytes: 48 * 1024 * 1024, searched: 10_000_000_000 };

/** A response of the record, as product facts refer to it. */
export interface RecordedResponse {
  url: string;
  sha256: string;
  place: WarcPlace;
}

/**
 * The responses of the record in which facts can be looked up; texts are read once. Beyond the limits nothing more is
 * found: a fact then has no source, or one later in the list.
 */
export class RecordedResponses {
  readonly #all: RecordedResponse[];
  readonly #readable: RecordedResponse[];
  readonly #left: { bytes: number; searched: number };
  readonly #forms = new Map<RecordedResponse, Promise<readonly string[]>>();

  /** @param documentUrl of the page's document, whose response comes first */
  constructor(places: readonly WarcPlace[], documentUrl: string, most = mostOfAll) {
    this.#left = { ...most };
    const all = places.flatMap((place): RecordedResponse[] => {
      const digest = /^sha256:([0-9a-f]{64})$/.exec(place.payloadDigest ?? '')?.[1];
      return digest ? [{ url: withoutFragment(place.exchange.url), sha256: digest, place }] : [];
    });
    const isDocument = ({ url }: RecordedResponse) => url === withoutFragment(documentUrl);
    this.#all = [...all.filter(isDocument), ...all.filter((one) => !isDocument(one))];
    this.#readable = this.#all.filter(isReadable).slice(0, mostResponses);
  }

  byUrl(url: string): RecordedResponse | undefined {
    return this.#all.find((one) => one.url === withoutFragment(url));
  }

  /** The first response that contains all parts, starting with the one from `url`. */
  async holding(parts: readonly string[], url: string | null): Promise<RecordedResponse | undefined> {
    const first = url === null ? [] : this.#readable.filter((one) => one.url === withoutFragment(url));
    for (const response of new Set([...first, ...this.#readable])) {
      const forms = await this.#formsOf(response);
      this.#left.searched -= parts.length * forms.reduce((sum, { length }) => sum + length, 0);
      if (this.#left.searched < 0) return undefined;
      if (holdsParts(forms, parts)) return response;
    }
    return undefined;
  }

  #formsOf(response: RecordedResponse): Promise<readonly string[]> {
    const known = this.#forms.get(response);
    if (known) return known;
    const size = response.place.exchange.body?.size ?? 0;
    const hasRoom = size <= this.#left.bytes;
    if (hasRoom) this.#left.bytes -= size;
    const forms = hasRoom ? readForms(response) : Promise.resolve([]);
    this.#forms.set(response, forms);
    return forms;
  }
}

function isReadable({ place: { exchange } }: RecordedResponse): boolean {
  const size = exchange.body?.size ?? 0;
  return size > 0 && size <= mostBytes && readableTypes.test(exchange.response.mimeType);
}

async function readForms({ place: { exchange } }: RecordedResponse): Promise<readonly string[]> {
  if (!exchange.body) return [];
  const type = headerOf(exchange.response.headers, 'content-type') ?? '';
  return readableForms(responseText(await readFile(exchange.body.path), type));
}
