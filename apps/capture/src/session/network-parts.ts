import { createHash, type Hash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import type { RecordingChunk } from '@proofkeep/bundle';
import { cdxjOf } from '../record/cdxj.ts';
import type { Exchange } from '../record/exchange.ts';
import type { Recorder } from '../record/recorder.ts';
import { warcName } from '../record/wacz.ts';
import { toWrite, type WarcFile, WarcWriter, writeWarc } from '../record/warc.ts';
import type { WarcOrigin } from '../record/warc-record.ts';
import { recordingFiles } from './recording-files.ts';
import { hasSecret, type SecretTest, testFor, withoutCredentials } from './redact.ts';

type Network = NonNullable<RecordingChunk['network']>;

interface NetworkPartsOptions {
  recorder: Pick<Recorder, 'takeSettled' | 'exchanges'>;
  workDir: string;
  /** Where a record that is written again goes. */
  tempDir: string;
  origin: WarcOrigin;
  secrets: () => ReadonlySet<string>;
}

export interface NetworkFile {
  warc: WarcFile;
  /** Values that were replaced by digests. */
  withheld: number;
  /** It was written again at the end, so that the chain doesn't cover it. */
  isRewritten: boolean;
}

const everyMs = 1_000;
/** Late events about a request, and the content of the field that was typed into, are known by then. */
const agedMs = 2_000;

/** Bytes of a growing file since the last cut. */
class GrowingRange {
  #offset = 0;
  #size = 0;
  #hash: Hash = createHash('sha256');

  add(bytes: Uint8Array): void {
    this.#size += bytes.length;
    this.#hash.update(bytes);
  }

  cut(): Network['warc'] {
    const range = { offset: this.#offset, size: this.#size, sha256: this.#hash.digest('hex') };
    this.#offset += this.#size;
    this.#size = 0;
    this.#hash = createHash('sha256');
    return range;
  }

  /** Nothing: what was added stays for the next cut. */
  skip(): Network['warc'] {
    return { offset: this.#offset, size: 0, sha256: createHash('sha256').digest('hex') };
  }
}

/**
 * Writes the network record of a session while it runs, so that its chunks can be handed in like the chunks of the picture. It
 * has no credentials: whether they are kept is decided at the end, and then the record is written again.
 */
export class NetworkParts {
  readonly #o: NetworkPartsOptions;
  readonly #warc = new GrowingRange();
  readonly #index = new GrowingRange();
  readonly #written = new Set<Exchange>();
  /** Written exchanges whose body was replaced. */
  readonly #hid = new Set<Exchange>();
  /** URLs with a whole answer: repetitions from the browser's cache are left out. */
  readonly #whole = new Set<string>();
  #withheld = 0;
  #isWriting = true;
  #isBroken = false;
  #writer: WarcWriter | undefined;
  #lines: FileHandle | undefined;
  readonly #timer: NodeJS.Timeout;
  #work: Promise<void>;

  constructor(o: NetworkPartsOptions) {
    this.#o = o;
    this.#work = this.#begin().catch(() => this.#giveUp());
    this.#timer = setInterval(() => this.#later(() => this.#writeSettled()), everyMs);
  }

  /** Ends the current part; a record that is being written belongs to the next one. */
  cut(): Network {
    const cut = (range: GrowingRange) => (this.#isWriting || this.#isBroken ? range.skip() : range.cut());
    const waiting = toWrite(this.#o.recorder.exchanges()).filter((one) => !this.#written.has(one)).length;
    return { warc: cut(this.#warc), index: cut(this.#index), waiting };
  }

  /** Ends the writing while the session runs. */
  async end(): Promise<void> {
    clearInterval(this.#timer);
    await this.#work;
  }

  /**
   * Completes the record with the exchanges that have no chunk. It is written again if credentials are kept, or if it has a
   * password that was not known yet.
   */
  async finish(exchanges: readonly Exchange[], { isFull }: { isFull: boolean }): Promise<NetworkFile> {
    await this.end();
    const isSecret = testFor(this.#o.secrets());
    const isLate = [...this.#written].some((one) => hasSecret(one, isSecret) && !this.#hid.has(one));
    const file = await this.#close(isFull || isLate ? [] : exchanges, isSecret);
    if (file && !isFull && !isLate) return { warc: file, withheld: this.#withheld, isRewritten: false };
    const copies = exchanges.map((one) =>
      isFull ? { exchange: one, replaced: 0 } : withoutCredentials(one, isSecret),
    );
    const { tempDir, origin } = this.#o;
    const all = copies.map(({ exchange }) => exchange);
    const warc = await writeWarc(join(tempDir, warcName), all, origin);
    return { warc, withheld: copies.reduce((sum, { replaced }) => sum + replaced, 0), isRewritten: true };
  }

  async #begin(): Promise<void> {
    const { workDir, origin } = this.#o;
    this.#lines = await open(join(workDir, recordingFiles.index), 'wx', 0o600);
    const path = join(workDir, recordingFiles.warc);
    this.#writer = await WarcWriter.create(path, origin, (bytes) => this.#warc.add(bytes));
    this.#isWriting = false;
  }

  async #writeSettled(): Promise<void> {
    const isSecret = testFor(this.#o.secrets());
    for (const exchange of this.#o.recorder.takeSettled(agedMs)) await this.#write(exchange, isSecret);
  }

  async #write(exchange: Exchange, isSecret: SecretTest): Promise<void> {
    const writer = this.#writer;
    if (!writer || this.#isBroken || this.#written.has(exchange)) return;
    const { url, response, isRevalidation } = exchange;
    if (response?.fromCache && this.#whole.has(url)) return;
    if (response && !response.fromCache && !isRevalidation) this.#whole.add(url);
    const { exchange: copy, replaced } = withoutCredentials(exchange, isSecret);
    const known = writer.places.length;
    this.#isWriting = true;
    await writer.add(copy);
    const lines = Buffer.from(cdxjOf(writer.places.slice(known), warcName));
    await this.#lines?.writeFile(lines);
    this.#index.add(lines);
    this.#written.add(exchange);
    if (hasSecret(exchange, isSecret)) this.#hid.add(exchange);
    this.#withheld += replaced;
    this.#isWriting = false;
  }

  /** Adds the rest. @returns undefined if writing failed before */
  async #close(rest: readonly Exchange[], isSecret: SecretTest): Promise<WarcFile | undefined> {
    for (const exchange of toWrite(rest)) await this.#write(exchange, isSecret);
    await this.#lines?.close();
    const file = await this.#writer?.close();
    return this.#isBroken ? undefined : file;
  }

  #later(work: () => Promise<void>): void {
    this.#work = this.#work.then(work).catch(() => this.#giveUp());
  }

  /** The record is written again at the end, which reports what is wrong. */
  #giveUp(): void {
    this.#isBroken = true;
  }
}
