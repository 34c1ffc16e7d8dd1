import { gzipMembers, newSha256, type Sha256, type Zip } from '@proofkeep/bundle';
import { Problem, problem } from './details.ts';

/** A longer header of a record or of HTTP is not read. */
const maxHeadBytes = 1024 * 1024;
const stated = /^sha256:[0-9a-f]{64}$/;

/**
 * Reads every record (ISO 28500) of an archive with a gzip member for each, in constant memory, and compares its block and its
 * payload with the digests that it states.
 * @returns the number of records, and of those with a digest
 * @throws Problem record-body, record-archive
 */
export async function compareBodies(wacz: Zip, archive: string): Promise<{ count: number; compared: number }> {
  const hashers = { block: await newSha256(), payload: await newSha256() };
  let record: RecordReader | undefined;
  let [count, compared] = [0, 0];
  const end = () => {
    if (!record) return;
    count += 1;
    compared += record.end() ? 1 : 0;
  };
  try {
    for await (const { member, bytes } of gzipMembers(wacz.chunks(archive))) {
      if (record?.offset !== member) {
        end();
        record = new RecordReader(member, hashers);
      }
      record.add(bytes);
    }
    end();
  } catch (error) {
    throw error instanceof Problem ? error : problem('record-archive', { offset: record?.offset ?? 0 });
  }
  return { count, compared };
}

/** A record while it is read: header, block, two line ends. */
class RecordReader {
  readonly offset: number;
  readonly #hashers: { block: Sha256; payload: Sha256 };
  readonly #head = new HeadReader();
  readonly #httpHead = new HeadReader();
  #fields: ReadonlyMap<string, string> | undefined;
  /** Bytes of the block that are still to come. */
  #missing = 0;
  #rest = '';

  constructor(offset: number, hashers: { block: Sha256; payload: Sha256 }) {
    this.offset = offset;
    this.#hashers = hashers;
  }

  add(bytes: Uint8Array): void {
    const after = this.#fields ? bytes : this.#head.add(bytes);
    if (!after) return;
    if (!this.#fields) this.#begin();
    const block = after.subarray(0, this.#missing);
    this.#missing -= block.length;
    this.#addToBlock(block);
    this.#rest += new TextDecoder('latin1').decode(after.subarray(block.length, block.length + 5));
  }

  /** Whether the record states a digest. @throws Problem record-body, record-archive */
  end(): boolean {
    const fields = this.#fields;
    if (!fields || this.#missing > 0 || this.#rest !== '\r\n\r\n') throw this.#unreadable();
    const digests = { 'WARC-Block-Digest': this.#hashers.block, 'WARC-Payload-Digest': this.#hashers.payload };
    let isCompared = false;
    for (const [field, hasher] of Object.entries(digests)) {
      const expected = fields.get(field);
      // The payload of a revisit is that of the record it refers to (§6.7).
      const isElsewhere = field === 'WARC-Payload-Digest' && fields.get('WARC-Type') === 'revisit';
      if (expected === undefined || !stated.test(expected) || isElsewhere) continue;
      if (`sha256:${hasher.digest()}` !== expected)
        throw problem('record-body', { url: fields.get('WARC-Target-URI') ?? fields.get('WARC-Type') ?? '', field });
      isCompared = true;
    }
    return isCompared;
  }

  #begin(): void {
    const [version = '', ...lines] = this.#head.text().split('\r\n');
    const fields = lines.flatMap((line): [string, string][] => {
      const [, name, value] = /^([^:]+):\s*(.*)$/.exec(line) ?? [];
      return name === undefined || value === undefined ? [] : [[name, value]];
    });
    this.#fields = new Map(fields);
    this.#missing = Number(/^\d{1,15}$/.exec(this.#fields.get('Content-Length') ?? '')?.[0] ?? Number.NaN);
    if (!version.startsWith('WARC/1.') || Number.isNaN(this.#missing)) throw this.#unreadable();
    this.#hashers.block.init();
    this.#hashers.payload.init();
  }

  /** The payload of HTTP is its body, that of other records the block (§5.9). */
  #addToBlock(bytes: Uint8Array): void {
    this.#hashers.block.update(bytes);
    const isHttp = this.#fields?.get('Content-Type')?.startsWith('application/http') ?? false;
    const payload = isHttp && !this.#httpHead.isComplete ? this.#httpHead.add(bytes) : bytes;
    if (payload) this.#hashers.payload.update(payload);
  }

  #unreadable(): Problem {
    return problem('record-archive', { offset: this.offset });
  }
}

/** Collects a header up to its empty line. */
class HeadReader {
  isComplete = false;
  #bytes = new Uint8Array(0);

  /** Returns what follows the header; undefined while it isn't complete. @throws Error if it is too long */
  add(bytes: Uint8Array): Uint8Array | undefined {
    const from = Math.max(0, this.#bytes.length - 3);
    const whole = new Uint8Array(this.#bytes.length + bytes.length);
    whole.set(this.#bytes);
    whole.set(bytes, this.#bytes.length);
    const end = endOfHead(whole, from);
    this.isComplete = end >= 0;
    this.#bytes = this.isComplete ? whole.subarray(0, end) : whole;
    if (this.#bytes.length > maxHeadBytes) throw new Error('The header is too long.');
    return this.isComplete ? whole.subarray(end) : undefined;
  }

  text(): string {
    return new TextDecoder().decode(this.#bytes);
  }
}

function endOfHead(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(13, from); at >= 0; at = bytes.indexOf(13, at + 1))
    if (bytes[at + 1] === 10 && bytes[at + 2] === 13 && bytes[at + 3] === 10) return at + 4;
  return -1;
}
