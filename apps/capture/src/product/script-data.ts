/** Data found in a script or a response, and what it was assigned to. */
export interface FoundData {
  name: string;
  json: unknown;
}

/** An assignment of an object or array, or JSON.parse of a string: `window.__INITIAL_STATE__ = {…}`, `"runParams": {…}`. */
const assignment =
  /(?:(?:window|self|globalThis|var|let|const)[.\s[]+["']?)?([A-Za-z_$][\w$.]{1,60})["']?\]?\s*[=:]\s*(?=[{[]|JSON\.parse\(\s*["'`])/g;
const mostValues = 200;
/** Shorter objects contain options of scripts, not products. */
const leastLength = 40;

/**
 * Parses the objects that a script assigns, including object literals that aren't JSON. Nothing is executed: values
 * that would need evaluation are left out.
 */
export function dataInScript(text: string): FoundData[] {
  const found: FoundData[] = [];
  let end = 0;
  for (const match of text.matchAll(assignment)) {
    const at = match.index + match[0].length;
    // Inside a value that was already parsed.
    if (match.index < end || found.length >= mostValues) continue;
    const read = readLiteral(text, at) ?? readParseCall(text, at);
    if (!read) continue;
    if (read.end - at < leastLength) continue;
    end = read.end;
    found.push({ name: match[1] as string, json: read.value });
  }
  return found;
}

/** Reads JSON, or JSONP: `callback({…})`. */
export function dataInResponse(text: string): unknown {
  const plain = text.trim().replace(/^\)\]\}',?\s*/, '');
  const whole = parsed(plain);
  if (whole !== undefined) return whole;
  const call = /^[\w$.\s/*;&|]{0,80}\(/.exec(plain);
  return call ? (readLiteral(plain, call[0].length)?.value ?? undefined) : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function readParseCall(text: string, from: number): Read | undefined {
  const call = /^JSON\.parse\(\s*/.exec(text.slice(from, from + 40));
  if (!call) return undefined;
  const inner = new LiteralReader(text, from + call[0].length).read();
  return typeof inner?.value === 'string' ? { value: parsed(inner.value), end: inner.end } : undefined;
}

interface Read {
  value: unknown;
  end: number;
}

const readLiteral = (text: string, from: number): Read | undefined =>
  text[from] === '{' || text[from] === '[' ? new LiteralReader(text, from).read() : undefined;

class NotLiteral extends Error {}

const numberAt = /-?(?:0x[0-9a-f]+|\d+(?:\.\d+)?(?:e[+-]?\d+)?)/iy;
const nameAt = /[A-Za-z_$][\w$]*/y;
const spaceAt = /(?:\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/y;
const escapes: Record<string, string> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v', 0: '\0' };
const deepest = 60;

/** Reads a JavaScript literal of objects, arrays, strings, numbers and constants; anything else ends the attempt. */
class LiteralReader {
  readonly #text: string;
  #at: number;
  #depth = 0;

  constructor(text: string, at: number) {
    this.#text = text;
    this.#at = at;
  }

  read(): Read | undefined {
    try {
      return { value: this.#value(), end: this.#at };
    } catch (error) {
      if (error instanceof NotLiteral) return undefined;
      throw error;
    }
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    if (found !== undefined) this.#at += found.length;
    return found;
  }

  #value(): unknown {
    this.#match(spaceAt);
    const sign = this.#text[this.#at];
    if (sign === '{') return this.#object();
    if (sign === '[') return this.#array();
    if (sign === '"' || sign === "'" || sign === '`') return this.#string(sign);
    const number = this.#match(numberAt);
    if (number !== undefined) return Number(number);
    switch (this.#match(/!0|!1|[a-z]+(?: 0)?/iy)) {
      case 'true':
      case '!0':
        return true;
      case 'false':
      case '!1':
        return false;
      case 'null':
      case 'undefined':
      case 'void 0':
      case 'NaN':
        return null;
      default:
        throw new NotLiteral();
    }
  }

  #nested<T>(work: () => T): T {
    this.#depth += 1;
    if (this.#depth > deepest) throw new NotLiteral();
    const result = work();
    this.#depth -= 1;
    return result;
  }

  #object(): unknown {
    return this.#nested(() => {
      const object: Record<string, unknown> = {};
      this.#at += 1;
      while (!this.#ends('}')) {
        const key = this.#key();
        this.#match(spaceAt);
        if (this.#text[this.#at] !== ':') throw new NotLiteral();
        this.#at += 1;
        Object.defineProperty(object, key, {
          value: this.#value(),
          enumerable: true,
          writable: true,
          configurable: true,
        });
        this.#comma('}');
      }
      return object;
    });
  }

  #array(): unknown {
    return this.#nested(() => {
      const items: unknown[] = [];
      this.#at += 1;
      while (!this.#ends(']')) {
        items.push(this.#value());
        this.#comma(']');
      }
      return items;
    });
  }

  #ends(sign: string): boolean {
    this.#match(spaceAt);
    if (this.#text[this.#at] !== sign) return false;
    this.#at += 1;
    return true;
  }

  #comma(end: string): void {
    this.#match(spaceAt);
    if (this.#text[this.#at] === ',') this.#at += 1;
    else if (this.#text[this.#at] !== end) throw new NotLiteral();
  }

  #key(): string {
    this.#match(spaceAt);
    const sign = this.#text[this.#at];
    if (sign === '"' || sign === "'") return this.#string(sign);
    const name = this.#match(nameAt) ?? this.#match(/\d+/y);
    if (name === undefined) throw new NotLiteral();
    return name;
  }

  #string(quote: string): string {
    let text = '';
    for (this.#at += 1; this.#at < this.#text.length; this.#at += 1) {
      const sign = this.#text[this.#at] as string;
      if (sign === quote) {
        this.#at += 1;
        return text;
      }
      if (sign === '\\') text += this.#escape();
      else if (quote === '`' && sign === '$') throw new NotLiteral();
      else text += sign;
    }
    throw new NotLiteral();
  }

  #escape(): string {
    this.#at += 1;
    const sign = this.#text[this.#at] ?? '';
    const length = sign === 'u' ? 4 : sign === 'x' ? 2 : 0;
    if (length === 0) return escapes[sign] ?? sign;
    const hex = this.#text.slice(this.#at + 1, this.#at + 1 + length);
    this.#at += length;
    return /^[0-9a-f]+$/i.test(hex) ? String.fromCharCode(Number.parseInt(hex, 16)) : '';
  }
}
