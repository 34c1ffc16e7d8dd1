import {
  fillGaps,
  type Language,
  type RefusalCode,
  type RefusalKind,
  refusals,
  type ShowType,
  waitIn,
} from '@proofkeep/contract';

/** A list is joined as the language does. */
type Values = Readonly<Record<string, string | number | readonly string[]>>;

/** Ends a call with a code of the contract; what the call wrote is rolled back. */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly code: RefusalCode;
  readonly values: Values;
  /** Commits what the call wrote, such as the count of failed attempts. */
  readonly isKept: boolean;
  /** The invalid fields, for INPUT_INVALID. */
  readonly fields: readonly { field: string; message: string }[] | undefined;

  constructor(
    code: RefusalCode,
    o: {
      values?: Values;
      isKept?: boolean;
      fields?: readonly { field: string; message: string }[];
      /** An outside service's answer, for the operator's log only. */
      cause?: unknown;
    } = {},
  ) {
    super(code, { cause: o.cause });
    this.code = code;
    this.values = o.values ?? {};
    this.isKept = o.isKept ?? false;
    this.fields = o.fields;
  }

  get status(): number {
    return refusals[this.code].status;
  }

  get statusCode(): string {
    return refusals[this.code].statusCode;
  }

  get show(): ShowType {
    const kind: RefusalKind = refusals[this.code];
    return kind.show ?? 'error';
  }

  says(language: Language): string {
    const [zh, en] = refusals[this.code].says;
    const text: string = language === 'zh' ? zh : en;
    const resolved = text.replace(/\[([^\]]*\{(\w+)\}[^\]]*)\]/g, (_part, words: string, key: string) =>
      this.values[key] === undefined ? '' : words,
    );
    return fillGaps(resolved, (name) => {
      if (name === 'wait') return waitIn(Number(this.values.seconds ?? 1), language);
      const value = this.values[name] ?? '';
      return typeof value === 'object' ? value.join(language === 'zh' ? '、' : ', ') : String(value);
    });
  }
}

const units = [
  [2 ** 30, 'GB'],
  [2 ** 20, 'MB'],
  [2 ** 10, 'KB'],
] as const;

/** Returns the refusal of content above a size limit; its message states the limit. */
export function tooLarge(maxBytes: number): Refusal {
  const [size, unit] = units.find(([bytes]) => maxBytes >= bytes) ?? [1, 'B'];
  return new Refusal('TOO_LARGE', { values: { max: `${Math.floor(maxBytes / size)} ${unit}` } });
}
