import { PkiError } from './error.ts';

/** Objects of a PDF (ISO 32000-1 §7.3). Strings are bytes; `null` is the null object. */
export type PdfValue = null | boolean | number | PdfName | PdfRef | Uint8Array | PdfValue[] | PdfDict | PdfStream;
/** A dictionary (ISO 32000-1 §7.3.7): its keys are names without the slash. */
export type PdfDict = ReadonlyMap<string, PdfValue>;

/** A name object (ISO 32000-1 §7.3.5), without its slash and with `#xx` decoded. */
export class PdfName {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** A reference to an indirect object, by its number. */
export class PdfRef {
  readonly number: number;
  constructor(number: number) {
    this.number = number;
  }
}

/** A stream object (ISO 32000-1 §7.3.8): its dictionary and where its data begins. The data is not read. */
export class PdfStream {
  readonly dict: PdfDict;
  /** Offset of its first byte. */
  readonly at: number;
  constructor(dict: PdfDict, at: number) {
    this.dict = dict;
    this.at = at;
  }
}

const maxDepth = 50;
const damaged = (what: string) => new PkiError('ENCODING', `a PDF in which ${what}`);
const whitespace = /[\0\t\n\f\r ]/;
/** Searched from an offset: `#until` sets `lastIndex`. */
const delimiter = /[()<>[\]{}/%\0\t\n\f\r ]/g;
const endOfHex = />/g;
/** Value of a hexadecimal digit, by its character code. */
const digitOf = (code: number): number => (code <= 0x39 ? code - 0x30 : (code | 0x20) - 0x57);

/** Parses objects at an offset of a file; `text` is its bytes as Latin-1. @throws PkiError ENCODING */
export class PdfLexer {
  readonly #text: string;
  at: number;

  constructor(text: string, at: number) {
    this.#text = text;
    this.at = at;
  }

  /** Consumes the next token if it is this keyword; returns whether it was. */
  take(keyword: string): boolean {
    this.#skip();
    if (!this.#text.startsWith(keyword, this.at)) return false;
    this.at += keyword.length;
    return true;
  }

  expect(keyword: string): void {
    if (!this.take(keyword)) throw damaged(`${keyword} is not where it has to be`);
  }

  natural(): number {
    const value = this.value();
    if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) throw damaged('a number is missing');
    return value;
  }

  value(depth = 0): PdfValue {
    if (depth > maxDepth) throw damaged('objects nest too deep');
    this.#skip();
    if (this.take('<<')) return this.#dict(depth);
    if (this.take('<')) return this.#hex();
    if (this.take('(')) return this.#string();
    if (this.take('/')) return this.#name();
    if (this.take('[')) {
      const items: PdfValue[] = [];
      while (!this.take(']')) items.push(this.value(depth + 1));
      return items;
    }
    return this.#word();
  }

  #dict(depth: number): PdfDict | PdfStream {
    const dict = new Map<string, PdfValue>();
    while (!this.take('>>')) {
      this.expect('/');
      const { name } = this.#name();
      if (dict.has(name)) throw damaged(`/${name} stands twice in one dictionary`);
      dict.set(name, this.value(depth + 1));
    }
    const after = this.at;
    if (depth === 0 && this.take('stream')) {
      this.at += this.#text.startsWith('\r\n', this.at) ? 2 : 1;
      return new PdfStream(dict, this.at);
    }
    this.at = after;
    return dict;
  }

  #name(): PdfName {
    const raw = this.#until(delimiter);
    return new PdfName(raw.replace(/#([0-9a-fA-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))));
  }

  #hex(): Uint8Array {
    const digits = this.#until(endOfHex).replace(/[\0\t\n\f\r ]/g, '');
    this.expect('>');
    if (!/^[0-9a-fA-F]*$/.test(digits)) throw damaged('a string is not hexadecimal');
    const even = digits.length % 2 === 0 ? digits : `${digits}0`;
    const bytes = new Uint8Array(even.length / 2);
    for (let i = 0; i < bytes.length; i++)
      bytes[i] = (digitOf(even.charCodeAt(2 * i)) << 4) | digitOf(even.charCodeAt(2 * i + 1));
    return bytes;
  }

  /** §7.3.4.2. Escapes are not decoded: only the end of the string matters here. */
  #string(): Uint8Array {
    const bytes: number[] = [];
    for (let open = 1; ; this.at++) {
      const char = this.#text[this.at];
      if (char === undefined) throw damaged('a string does not end');
      if (char === '\\') this.at++;
      else if (char === '(') open++;
      else if (char === ')' && --open === 0) {
        this.at++;
        return Uint8Array.from(bytes);
      }
      bytes.push(this.#text.charCodeAt(this.at));
    }
  }

  #word(): PdfValue {
    const word = this.#until(delimiter);
    if (word === 'true' || word === 'false') return word === 'true';
    if (word === 'null') return null;
    if (!/^[+-]?(\d+\.?\d*|\.\d+)$/.test(word)) throw damaged(`"${word.slice(0, 20)}" is no object`);
    const after = this.at;
    const reference = /^\s+\d+\s+R(?![^()<>[\]{}/%\s])/.exec(this.#text.slice(after, after + 24));
    if (!/^\d+$/.test(word) || !reference) return Number(word);
    this.at = after + reference[0].length;
    return new PdfRef(Number(word));
  }

  #until(end: RegExp): string {
    const from = this.at;
    end.lastIndex = from;
    this.at = end.exec(this.#text)?.index ?? this.#text.length;
    return this.#text.slice(from, this.at);
  }

  #skip(): void {
    for (; this.at < this.#text.length; this.at++) {
      const char = this.#text[this.at] as string;
      if (char === '%') while (this.at < this.#text.length && !/[\r\n]/.test(this.#text[this.at] as string)) this.at++;
      else if (!whitespace.test(char)) return;
    }
  }
}
