import { createHash, type Hash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import type { RecordingChunk } from '@proofkeep/bundle';
import type { Connection } from '../egress/connection.ts';
import { cdxjOf } from '../record/cdxj.ts';
import type { Exchange } from '../record/exchange.ts';
import type { Recorder } from '../record/recorder.ts';
import type { ArtifactSink } from '../record/sink.ts';
import { warcName } from '../record/wacz.ts';
import { toWrite, type WarcFile, WarcWriter, writeWarc } from '../record/warc.ts';
import type { WarcOrigin } from '../record/warc-record.ts';
import { ConnectionLines } from './connection-lines.ts';
import { recordingFiles } from './recording-files.ts';
import { hasSecret, type SecretTest, testFor, withoutCredentials } from './redact.ts';

type Network = NonNullable<RecordingChunk['network']>;

interface NetworkPartsOptions {
  recorder: Pick<Recorder, 'takeSettled' | 'exchanges'>;
  sink: Pick<ArtifactSink, 'open'>;
  connections: () => readonly Connection[];
  workDir: string;
  /** Folder for a rewritten record. */
  tempDir: string;
  origin: WarcOrigin;
  secrets: () => ReadonlySet<string>;
}

export interface NetworkFile {
  warc: WarcFile;
  /** Number of values replaced by digests. */
  withheld: number;
  /** Whether it was rewritten at the end, so that the chain doesn't cover it. */
  isRewritten: boolean;
}

const everyMs = 1_000;
/** After this time, late events about a request have arrived, and the content of the edited field is known. */
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

  /** Adds nothing: new bytes stay for the next cut. */
  skip(): Network['warc'] {
    return { offset: this.#offset, size: 0, sha256: createHash('sha256').digest('hex') };
  }
}

/**
 * Writes the network record of a session while it runs, so that its parts can be sent with the chunks of the video. It
 * contains no credentials: whether they are kept is decided at the end, and then the record is rewritten.
 */
export class NetworkParts {
  readonly #o: NetworkPartsOptions;
  readonly #warc = new GrowingRange();
  readonly #index = new GrowingRange();
  readonly #connections = new GrowingRange();
  readonly #connectionLines: ConnectionLines;
  readonly #written = new Set<Exchange>();
  /** Written exchanges whose body was replaced. */
  readonly #hid = new Set<Exchange>();
  /** URLs with a complete answer: repetitions from the browser's cache are left out. */
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
    const writer = o.sink.open('connections', recordingFiles.connections, 'application/x-ndjson');
    this.#connectionLines = new ConnectionLines(o.connections, writer, (bytes) => this.#connections.add(bytes));
    this.#work = this.#begin().catch(() => this.#giveUp());
    this.#timer = setInterval(() => this.#later(() => this.#writeSettled()), everyMs);
  }

  /** Ends the current part; a record that is being written belongs to the next one. */
  cut(): Network {
    const cut = (range: GrowingRange) => (this.#isWriting || this.#isBroken ? range.skip() : range.cut());
    const waiting = toWrite(this.#o.recorder.exchanges()).filter((one) => !this.#written.has(one)).length;
    return { connections: cut(this.#connections), warc: cut(this.#warc), index: cut(this.#index), waiting };
  }

  /** Completes the file of connections, after the browser's end. */
  endConnections(): Promise<void> {
    return this.#connectionLines.end();
  }

  /** Stops writing while the session runs. */
  async end(): Promise<void> {
    clearInterval(this.#timer);
    await this.#work;
  }

  /**
   * Completes the record with the exchanges that are in no chunk. Rewrites it if credentials are kept, or if it
   * contains a password that was not known at the time.
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
    this.#isWriting = true;
    await this.#connectionLines.write();
    this.#isWriting = false;
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

  /** Adds the rest. @returns undefined if writing has failed before */
  async #close(rest: readonly Exchange[], isSecret: SecretTest): Promise<WarcFile | undefined> {
    for (const exchange of toWrite(rest)) await this.#write(exchange, isSecret);
    await this.#lines?.close();
    const file = await this.#writer?.close();
    return this.#isBroken ? undefined : file;
  }

  #later(work: () => Promise<void>): void {
    this.#work = this.#work.then(work).catch(() => this.#giveUp());
  }

  /** The record is rewritten at the end, which reports the error. */
  #giveUp(): void {
    this.#isBroken = true;
  }
}
