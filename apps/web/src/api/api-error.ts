import { type RefusalCode, type ShowType, usualRefusals, type Word } from '@proofkeep/contract';
import { spoken } from '../ui/words/words.ts';

/** Codes of the site: no answer, or a part of the site failed to load, for example after a deployment. */
type OwnCode = 'TIMEOUT' | 'UNREACHABLE' | 'PART_MISSING';
export type ApiErrorCode = RefusalCode | OwnCode;

/** A failed call. `message` is for the user, in their language. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly code: ApiErrorCode;
  readonly show: ShowType;
  /** Trace id for support; null if no answer came. */
  readonly traceId: string | null;
  /** Invalid fields of an INPUT_INVALID refusal. */
  readonly fields: readonly { field: string; message: string }[];
  /** Time after which a retry makes sense; null if the answer doesn't say. */
  readonly retryAfterSeconds: number | null;

  constructor(
    code: ApiErrorCode,
    o: {
      message?: string;
      show?: ShowType;
      traceId?: string;
      fields?: ApiError['fields'];
      retryAfterSeconds?: number | null;
    } = {},
  ) {
    super(o.message || saysOf(code));
    this.code = code;
    this.show = o.show ?? 'error';
    this.traceId = o.traceId ?? null;
    this.fields = o.fields ?? [];
    this.retryAfterSeconds = o.retryAfterSeconds ?? null;
  }
}

const own: Record<OwnCode, Word> = {
  TIMEOUT: ['服务器连接请求超时', 'Server connection request timed out'],
  UNREACHABLE: [
    '无法连接服务器，请检查网络后重试',
    'The server can’t be reached. Check your connection and try again.',
  ],
  PART_MISSING: [
    '这部分页面没有载入，可能是网络中断，或服务刚刚更新过',
    'This part of the site didn’t load. The network may be down, or the service was just updated.',
  ],
};

/** Fallback message: refusals of the service carry their own, so a missing one means an internal error. */
const saysOf = (code: ApiErrorCode): string => spoken(code in own ? own[code as OwnCode] : usualRefusals.INTERNAL.says);

export const isApiError = (error: unknown, ...codes: ApiErrorCode[]): error is ApiError =>
  error instanceof ApiError && (codes.length === 0 || codes.includes(error.code));

/** A sentence for the user about any thrown error. */
export function toApiError(error: unknown): ApiError {
  return error instanceof ApiError ? error : new ApiError('INTERNAL');
}
