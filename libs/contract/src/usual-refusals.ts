import type { Word } from './shared/words.ts';

/**
 * How a client shows a refusal (specification §8): not at all, as a warning, as an error, as a notification that stays
 * until it is closed, or by redirecting to `/exception` because the page can't work at all.
 */
export const showTypes = ['silent', 'warn', 'error', 'notification', 'redirect'] as const;
/** How a client shows a refusal. */
export type ShowType = (typeof showTypes)[number];

/** A kind of refusal. */
export interface RefusalKind {
  /** HTTP status (RFC 9110 §15). */
  status: number;
  /** Six digits in the envelope; the specification assigns `500002` to an invalid session. */
  statusCode: string;
  says: Word;
  /** Absent: `error`. */
  show?: ShowType;
}

/**
 * Refusals that any call can end with. They are in a separate file because every page of the site needs some of their
 * words.
 */
export const usualRefusals = {
  INPUT_INVALID: {
    status: 400,
    statusCode: '400001',
    says: ['提交的内容有误，请检查后重试', 'Some of the input is invalid. Check it and try again.'],
  },
  SESSION_INVALID: {
    status: 401,
    statusCode: '500002',
    says: ['登录已过期，请重新登录！', 'Login expired, please log in again!'],
    // The redirect to the sign-in page is enough.
    show: 'silent',
  },
  NOT_ALLOWED: {
    status: 403,
    statusCode: '403001',
    says: [
      '您没有此操作的权限，请联系主账号或管理员',
      "You don't have permission to do this. Ask the account owner or an administrator.",
    ],
  },
  FOREIGN_ORIGIN: {
    status: 403,
    statusCode: '403002',
    says: ['请求来自其他网站，请直接打开本站', 'The request came from another site. Open this site directly.'],
    show: 'redirect',
  },
  NOT_FOUND: { status: 404, statusCode: '404001', says: ['未找到', 'Not found.'] },
  TOO_LARGE: {
    status: 413,
    statusCode: '413001',
    says: ['内容过大[，上限 {max}]，请减少后重试', 'Too large[: {max} at most]. Send less.'],
  },
  ADDRESS_TOO_LONG: {
    status: 414,
    statusCode: '414001',
    says: ['请求地址过长，请减少筛选条件', 'The request URL is too long. Use fewer filters.'],
  },
  HEADERS_TOO_LARGE: {
    status: 431,
    statusCode: '431001',
    says: [
      '地址或 Cookie 过长，请缩短地址，或清除 Cookie',
      'The URL or cookies are too long. Shorten it, or clear them.',
    ],
    // Repeating the request would send the same cookies.
    show: 'redirect',
  },
  REQUEST_TIMEOUT: {
    status: 408,
    statusCode: '408001',
    says: ['请求超时，请重试', 'The request took too long to arrive. Try again.'],
  },
  MEDIA_TYPE: {
    status: 415,
    statusCode: '415001',
    says: ['不支持这种内容类型，请换一种', "This content type isn't supported. Use another."],
  },
  TOO_MANY: {
    status: 429,
    statusCode: '429001',
    says: ['操作过于频繁，请 {wait}后重试', 'Too many attempts. Try again in {wait}.'],
    show: 'warn',
  },
  BUSY_WITH_IT: {
    status: 409,
    statusCode: '409001',
    says: ['同一请求正在处理中，请稍候', 'The same request is already being processed. Please wait.'],
    show: 'warn',
  },
  KEY_REUSED: {
    status: 409,
    statusCode: '409002',
    says: ['该幂等键已用于另一请求，请换一个', 'This idempotency key was used for a different request. Use a new one.'],
  },
  ENDING: {
    status: 503,
    statusCode: '503001',
    says: ['服务正在重启，请 {wait}后重试', 'The service is restarting. Try again in {wait}.'],
    show: 'notification',
  },
  DATABASE_AWAY: {
    status: 503,
    statusCode: '503002',
    says: ['数据库暂时无法使用，请 {wait}后重试', "The database isn't available right now. Try again in {wait}."],
    show: 'notification',
  },
  STORE_AWAY: {
    status: 503,
    statusCode: '503003',
    says: ['文件存储暂时无法使用，请 {wait}后重试', "File storage isn't available right now. Try again in {wait}."],
    show: 'notification',
  },
  STORAGE_FULL: {
    status: 507,
    statusCode: '507001',
    says: ['存储空间不足，暂不能受理，未扣费，请稍后重试', 'Storage is full. Nothing was charged. Try again later.'],
    show: 'notification',
  },
  INTERNAL: {
    status: 500,
    statusCode: '500001',
    says: ['服务器出错，请稍后重试', 'Something went wrong on our side. Try again in a moment.'],
  },
} as const satisfies Record<string, RefusalKind>;
