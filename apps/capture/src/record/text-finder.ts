import { createReadStream } from 'node:fs';

const blockBytes = 2;
const chunkBytes = 2 ** 20;

/**
 * Finds any of several texts in one pass (S. Wu, U. Manber: A fast algorithm for multi-pattern searching, 1994). The
 * time depends on the length of the searched data and hardly on the number of texts: about 6 ms per MiB for 600 texts.
 */
export class TextFinder {
  readonly #window: number;
  readonly #longest: number;
  /** How far the window may advance, by its last two bytes; 0 where a text may begin. */
  readonly #shifts: Uint8Array;
  /** Texts by the two bytes at the end of their first window. */
  readonly #candidates = new Map<number, Buffer[]>();

  /** @param texts each of at least two bytes */
  constructor(texts: readonly string[]) {
    const all = texts.map((text) => Buffer.from(text));
    this.#window = Math.min(255, ...all.map(({ length }) => length));
    this.#longest = Math.max(0, ...all.map(({ length }) => length));
    this.#shifts = new Uint8Array(2 ** 16).fill(this.#window - blockBytes + 1);
    for (const text of all) {
      for (let end = blockBytes; end <= this.#window; end++) {
        const block = blockBefore(text, end);
        this.#shifts[block] = Math.min(this.#shifts[block] ?? 0, this.#window - end);
      }
      const last = blockBefore(text, this.#window);
      this.#candidates.set(last, [...(this.#candidates.get(last) ?? []), text]);
    }
  }

  isIn(bytes: Uint8Array): boolean {
    if (this.#longest === 0) return false;
    const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (let end = this.#window; end <= content.length; ) {
      const block = blockBefore(content, end);
      const shift = this.#shifts[block] ?? 0;
      const from = end - this.#window;
      if (shift === 0 && this.#candidates.get(block)?.some((text) => isAt(content, from, text))) return true;
      end += shift || 1;
    }
    return false;
  }

  /** Reads a file in chunks, which overlap so that no text is cut in two. */
  async isInFile(path: string): Promise<boolean> {
    if (this.#longest === 0) return false;
    let tail = Buffer.alloc(0);
    for await (const chunk of createReadStream(path, { highWaterMark: chunkBytes })) {
      const content = Buffer.concat([tail, chunk as Buffer]);
      if (this.isIn(content)) return true;
      tail = content.subarray(Math.max(0, content.length - this.#longest + 1));
    }
    return false;
  }
}

const blockBefore = (bytes: Buffer, end: number): number => ((bytes[end - 2] ?? 0) << 8) | (bytes[end - 1] ?? 0);

/** Compares the first byte before calling the native comparison, as most candidates differ there. */
const isAt = (content: Buffer, from: number, text: Buffer): boolean =>
  content[from] === text[0] &&
  from + text.length <= content.length &&
  content.compare(text, 0, text.length, from, from + text.length) === 0;
