import { once } from 'node:events';
import { constants, crc32, createDeflateRaw, type DeflateRaw } from 'node:zlib';

interface Entry {
  name: Buffer;
  crc: number;
  packed: number;
  size: number;
  offset: number;
}

/** 1980-01-01, the earliest possible date of an entry: the file doesn't reveal when it was made. */
const date = 0x21;
/** The sizes follow the content in a data descriptor (APPNOTE 4.4.4, bit 3); names are UTF-8 (bit 11). */
const flags = 0x0808;
const deflated = 8;

/**
 * Writes a ZIP file of compressed entries piece by piece, using a few hundred KB of memory. Sizes are 32 bits: a file
 * over 4 GiB can't be written.
 */
export class DeflatedZip {
  readonly #entries: Entry[] = [];
  #at = 0;
  #open: { entry: Entry; stream: DeflateRaw } | undefined;
  #pieces: Buffer[] = [];

  /** Begins an entry after the previous one has ended. */
  begin(name: string): void {
    const entry = { name: Buffer.from(name), crc: 0, packed: 0, size: 0, offset: this.#at };
    const header = Buffer.alloc(30);
    header.writeUInt32LE(0x04034b50, 0);
    header.writeUInt16LE(20, 4);
    header.writeUInt16LE(flags, 6);
    header.writeUInt16LE(deflated, 8);
    header.writeUInt16LE(date, 12);
    header.writeUInt16LE(entry.name.length, 26);
    this.#put(header);
    this.#put(entry.name);
    const stream = createDeflateRaw({ level: constants.Z_BEST_SPEED, chunkSize: 2 ** 17 });
    stream.on('data', (piece: Buffer) => {
      entry.packed += piece.length;
      this.#put(piece);
    });
    this.#open = { entry, stream };
  }

  /** Adds to the entry. */
  async add(text: string): Promise<void> {
    if (!this.#open) throw new Error('No entry was begun.');
    const { entry, stream } = this.#open;
    const bytes = Buffer.from(text);
    entry.crc = crc32(bytes, entry.crc);
    entry.size += bytes.length;
    if (!stream.write(bytes)) await once(stream, 'drain');
  }

  async end(): Promise<void> {
    if (!this.#open) throw new Error('No entry was begun.');
    const { entry, stream } = this.#open;
    const ended = once(stream, 'end');
    stream.end();
    await ended;
    const descriptor = Buffer.alloc(16);
    descriptor.writeUInt32LE(0x08074b50, 0);
    descriptor.writeUInt32LE(entry.crc, 4);
    descriptor.writeUInt32LE(entry.packed, 8);
    descriptor.writeUInt32LE(entry.size, 12);
    this.#put(descriptor);
    this.#entries.push(entry);
    this.#open = undefined;
  }

  /** Writes the central directory. */
  close(): void {
    const start = this.#at;
    for (const { name, crc, packed, size, offset } of this.#entries) {
      const record = Buffer.alloc(46);
      record.writeUInt32LE(0x02014b50, 0);
      record.writeUInt16LE(20, 4);
      record.writeUInt16LE(20, 6);
      record.writeUInt16LE(flags, 8);
      record.writeUInt16LE(deflated, 10);
      record.writeUInt16LE(date, 14);
      record.writeUInt32LE(crc, 16);
      record.writeUInt32LE(packed, 20);
      record.writeUInt32LE(size, 24);
      record.writeUInt16LE(name.length, 28);
      record.writeUInt32LE(offset, 42);
      this.#put(record);
      this.#put(name);
    }
    const end = Buffer.alloc(22);
    end.writeUInt32LE(0x06054b50, 0);
    end.writeUInt16LE(this.#entries.length, 8);
    end.writeUInt16LE(this.#entries.length, 10);
    end.writeUInt32LE(this.#at - start, 12);
    end.writeUInt32LE(start, 16);
    this.#put(end);
  }

  /** Bytes written since the last call. */
  take(): Buffer {
    const taken = Buffer.concat(this.#pieces);
    this.#pieces = [];
    return taken;
  }

  #put(bytes: Buffer): void {
    this.#at += bytes.length;
    this.#pieces.push(bytes);
  }
}
