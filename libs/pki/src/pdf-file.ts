import { PkiError } from './error.ts';
import { type PdfDict, PdfLexer, PdfName, PdfRef, PdfStream, type PdfValue } from './pdf-lexer.ts';

/** A file embedded in a PDF and associated with the whole document (ISO 19005-3 §6.8). */
export interface AssociatedFile {
  name: string;
  /** Media type as stated in the PDF, e.g. `application/json`; empty if absent. */
  mediaType: string;
  /** `/AFRelationship`: Source, Data, Alternative, Supplement, Unspecified; empty if absent. */
  relationship: string;
  bytes: Uint8Array;
}

const latin1 = new TextDecoder('latin1');
const utf16 = new TextDecoder('utf-16be', { fatal: true });
const maxRevisions = 20;
const maxObjects = 100_000;
/** Limit for an associated file. The only one that is read, a certificate's evidence data, is small. */
const maxFileBytes = 1024 * 1024;

const damaged = (what: string) => new PkiError('ENCODING', `a PDF in which ${what}`);

/** Reads the objects of a PDF by its last cross-reference table (ISO 32000-1 §7.5.4). */
export class PdfFile {
  readonly #pdf: Uint8Array;
  readonly #text: string;
  readonly #offsets = new Map<number, number | null>();
  /** The trailer's reference to the catalog. */
  readonly root: PdfValue;
  /** The trailer's reference to the document information (§14.3.3); null if absent. */
  readonly info: PdfValue;
  readonly catalog: PdfDict;

  /** @throws PkiError ENCODING; UNSUPPORTED for cross-reference streams and encryption */
  constructor(pdf: Uint8Array) {
    this.#pdf = pdf;
    this.#text = latin1.decode(pdf);
    const last = /startxref\s+(\d{1,10})\s+%%EOF\s*$/.exec(this.#text.slice(-64));
    if (!last) throw damaged('the end does not say where its objects are');
    const trailer = this.#readTables(Number(last[1]));
    if (trailer.has('Encrypt')) throw new PkiError('UNSUPPORTED', 'an encrypted PDF');
    this.root = trailer.get('Root') ?? null;
    this.info = trailer.get('Info') ?? null;
    this.catalog = this.dict(this.root);
  }

  /** Returns the numbers of objects of an earlier revision that this one replaces or removes. */
  changedSince(before: PdfFile): number[] {
    const numbers = [...before.#offsets].filter(([number, offset]) => offset !== null && number !== 0);
    return numbers.filter(([number, offset]) => this.#offsets.get(number) !== offset).map(([number]) => number);
  }

  /** Returns the numbers of objects that an earlier revision doesn't have. */
  addedSince(before: PdfFile): number[] {
    return [...this.#offsets].flatMap(([number, offset]) => (offset !== null && !before.has(number) ? number : []));
  }

  has(number: number): boolean {
    return typeof this.#offsets.get(number) === 'number';
  }

  /**
   * Checks that every reference from the catalog on leads to an object: a later revision could define a missing one and
   * change what is shown without changing an object. @throws PkiError ENCODING
   */
  requireWhole(): void {
    const seen = new Set<number>();
    const open: PdfValue[] = [this.root];
    for (let value = open.pop(); value !== undefined; value = open.pop()) {
      if (value instanceof PdfRef) {
        if (seen.has(value.number)) continue;
        seen.add(value.number);
        if (!this.has(value.number)) throw damaged('a reference leads to no object');
        open.push(this.resolve(value));
      } else if (value instanceof PdfStream) open.push(...value.dict.values());
      else if (value instanceof Map) open.push(...value.values());
      else if (Array.isArray(value)) open.push(...value);
    }
  }

  /** Returns the references to the pages, in their order. @throws PkiError ENCODING */
  pages(): PdfRef[] {
    const pages: PdfRef[] = [];
    const seen = new Set<number>();
    const open = [this.catalog.get('Pages') ?? null];
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      if (!(node instanceof PdfRef) || seen.has(node.number)) throw damaged('the pages are no tree');
      seen.add(node.number);
      const kids = this.dict(node).get('Kids');
      if (kids === undefined) pages.push(node);
      else open.push(...this.array(kids).toReversed());
    }
    return pages;
  }

  /** Resolves a reference; returns any other value unchanged. A missing object is null (§7.3.10). */
  resolve(value: PdfValue | undefined): PdfValue {
    if (!(value instanceof PdfRef)) return value ?? null;
    const offset = this.#offsets.get(value.number);
    if (offset === undefined || offset === null) return null;
    const lexer = new PdfLexer(this.#text, offset);
    if (lexer.natural() !== value.number) throw damaged('an object is not where it has to be');
    lexer.natural();
    lexer.expect('obj');
    const found = lexer.value();
    if (found instanceof PdfRef) throw damaged('a reference leads to a reference');
    return found;
  }

  dict(value: PdfValue | undefined): PdfDict {
    const found = this.resolve(value);
    if (!(found instanceof Map)) throw damaged('a dictionary is missing');
    return found;
  }

  array(value: PdfValue | undefined): readonly PdfValue[] {
    const found = this.resolve(value);
    if (!Array.isArray(found)) throw damaged('an array is missing');
    return found;
  }

  /** Returns the text of a name; empty if the value is not a name. */
  name(value: PdfValue | undefined): string {
    const found = this.resolve(value);
    return found instanceof PdfName ? found.name : '';
  }

  /** Returns the files that the catalog associates with the document. @throws PkiError */
  async associatedFiles(): Promise<AssociatedFile[]> {
    if (!this.catalog.has('AF')) return [];
    return Promise.all(this.array(this.catalog.get('AF')).map((one) => this.#associatedFile(this.dict(one))));
  }

  async #associatedFile(specification: PdfDict): Promise<AssociatedFile> {
    const name = this.resolve(specification.get('UF') ?? specification.get('F'));
    const stream = this.resolve(this.dict(specification.get('EF')).get('F'));
    if (!(name instanceof Uint8Array) || !(stream instanceof PdfStream)) throw damaged('a carried file is missing');
    return {
      name: textOf(name),
      mediaType: this.name(stream.dict.get('Subtype')),
      relationship: this.name(specification.get('AFRelationship')),
      bytes: await this.#contentOf(stream),
    };
  }

  /** Returns the bytes of a stream without a filter; null for any other value. */
  plainStream(value: PdfValue | undefined): Uint8Array | null {
    const stream = this.resolve(value);
    if (!(stream instanceof PdfStream) || stream.dict.has('Filter')) return null;
    const length = this.resolve(stream.dict.get('Length'));
    if (typeof length !== 'number' || length < 0 || stream.at + length > this.#pdf.length)
      throw damaged('a stream has no length');
    return this.#pdf.subarray(stream.at, stream.at + length);
  }

  async #contentOf({ dict, at }: PdfStream): Promise<Uint8Array> {
    const length = this.resolve(dict.get('Length'));
    if (typeof length !== 'number' || length < 0 || at + length > this.#pdf.length || length > maxFileBytes)
      throw damaged('a carried file has no length, or is too large');
    const raw = this.#pdf.subarray(at, at + length);
    const filter = this.resolve(dict.get('Filter'));
    const names = (Array.isArray(filter) ? filter : filter === null ? [] : [filter]).map((one) => this.name(one));
    if (names.length === 0) return raw;
    if (names.length > 1 || names[0] !== 'FlateDecode' || dict.has('DecodeParms'))
      throw new PkiError('UNSUPPORTED', 'a carried file with another filter than FlateDecode');
    return inflated(raw);
  }

  /** Reads the tables from newest to oldest; the newest entry for an object wins. Returns the newest trailer. */
  #readTables(from: number): PdfDict {
    let newest: PdfDict | undefined;
    let next: number | undefined = from;
    for (let revisions = 0; next !== undefined; revisions++) {
      if (revisions === maxRevisions) throw damaged('there are too many revisions');
      const trailer = this.#readTable(next);
      newest ??= trailer;
      const previous: PdfValue = trailer.get('Prev') ?? null;
      if (trailer.has('XRefStm')) throw new PkiError('UNSUPPORTED', 'a PDF with two kinds of tables');
      next = typeof previous === 'number' ? previous : undefined;
    }
    return newest as PdfDict;
  }

  #readTable(at: number): PdfDict {
    const lexer = new PdfLexer(this.#text, at);
    if (!lexer.take('xref')) throw new PkiError('UNSUPPORTED', 'a PDF without a plain cross-reference table');
    while (!lexer.take('trailer')) {
      const first = lexer.natural();
      const count = lexer.natural();
      if (this.#offsets.size + count > maxObjects) throw damaged('there are too many objects');
      for (let number = first; number < first + count; number++) {
        const offset = lexer.natural();
        lexer.natural();
        const isUsed = lexer.take('n');
        if (!isUsed) lexer.expect('f');
        if (!this.#offsets.has(number)) this.#offsets.set(number, isUsed ? offset : null);
      }
    }
    const trailer = lexer.value();
    if (!(trailer instanceof Map)) throw damaged('the trailer is missing');
    return trailer;
  }
}

/** Decodes UTF-16 with a byte order mark, or PDFDocEncoding, of which the names here use only ASCII (§7.9.2). */
const textOf = (bytes: Uint8Array): string =>
  bytes[0] === 0xfe && bytes[1] === 0xff ? utf16.decode(bytes.subarray(2)) : latin1.decode(bytes);

/** Inflates RFC 1950 data, at most `maxFileBytes`. */
async function inflated(raw: Uint8Array): Promise<Uint8Array> {
  const stream = new Blob([new Uint8Array(raw)]).stream().pipeThrough(new DecompressionStream('deflate'));
  const pieces: Uint8Array[] = [];
  let size = 0;
  try {
    for (const reader = stream.getReader(); ; ) {
      const { done, value } = await reader.read();
      if (done) break;
      size += value.length;
      if (size > maxFileBytes) {
        await reader.cancel();
        break;
      }
      pieces.push(value);
    }
  } catch (cause) {
    throw new PkiError('ENCODING', 'a PDF in which a carried file cannot be decompressed', cause);
  }
  if (size > maxFileBytes) throw damaged('a carried file is too large');
  const whole = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
