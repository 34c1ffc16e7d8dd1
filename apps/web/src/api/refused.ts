import { type RefusalCode, refusals } from '@proofkeep/contract';
import { spoken } from '../ui/words.ts';

/** `TIMEOUT` and `UNREACHABLE` are the site's own: no answer came. */
export type RefusedCode = RefusalCode | 'TIMEOUT' | 'UNREACHABLE';

/** A call that did not succeed. `message` is for people, in their language. */
export class Refused extends Error {
  override name = 'Refused';
  readonly code: RefusedCode;
  /** To be told to support; null where no answer came. */
  readonly traceId: string | null;
  /** Of INPUT_INVALID. */
  readonly fields: readonly { field: string; message: string }[];

  constructor(code: RefusedCode, o: { message?: string; traceId?: string; fields?: Refused['fields'] } = {}) {
    super(o.message || saysOf(code));
    this.code = code;
    this.traceId = o.traceId ?? null;
    this.fields = o.fields ?? [];
  }
}

const unanswered = {
  TIMEOUT: ['服务器连接请求超时', 'Server connection request timed out'],
  UNREACHABLE: ['无法连接服务器，请检查网络后重试', 'The server cannot be reached. Check the network and try again.'],
} as const;

const saysOf = (code: RefusedCode): string =>
  spoken(code === 'TIMEOUT' || code === 'UNREACHABLE' ? unanswered[code] : refusals[code].says);

export const isRefused = (error: unknown, ...codes: RefusedCode[]): error is Refused =>
  error instanceof Refused && (codes.length === 0 || codes.includes(error.code));

/** What went wrong, in words for people, whatever was thrown. */
export function refusedOf(error: unknown): Refused {
  return error instanceof Refused ? error : new Refused('INTERNAL');
}
