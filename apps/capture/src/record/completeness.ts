import { type Missing, message } from '@proofkeep/contract';
import { type Exchange, headerOf, isBodyless, isEmpty } from './exchange.ts';
import { isShown } from './requests.ts';

export interface Completeness {
  missing: Missing[];
  resources: { total: number; whole: number; bytes: number };
}

/** Compares the page's resources with the record, URL by URL: one complete response is enough for each. */
export function completeness(exchanges: Exchange[]): Completeness {
  const lost = lostResources(exchanges);
  const total = byResource(exchanges).length;
  return {
    missing: lost.map(([first]) => missingOf(first)),
    resources: {
      total,
      whole: total - lost.length,
      bytes: exchanges.reduce((sum, { body }) => sum + (body?.size ?? 0), 0),
    },
  };
}

/** Exchanges for the same resource, in the order of the requests. */
type Attempts = [Exchange, ...Exchange[]];

/** Returns the resources without a complete response in the record. */
export const lostResources = (exchanges: Exchange[]): Attempts[] =>
  byResource(exchanges).filter((attempts) => !attempts.some(isWhole));

const byResource = (exchanges: Exchange[]): Attempts[] =>
  [
    ...Map.groupBy(exchanges.filter(isResource), ({ method, url, outcome }) =>
      [method, url, outcome === 'redirected'].join(' '),
    ).values(),
  ] as Attempts[];

/**
 * Whether an exchange is part of the page: all its visible requests, and redirects with their own body. Excluded are
 * requests that the page's own rules blocked, calls that it cancelled, and a document cancelled before its body
 * arrived, because the previous one stayed. A cancelled picture or script does count as missing.
 */
function isResource(exchange: Exchange): boolean {
  const { outcome, method, type, canceled, blocked, response, isRevalidation, isHeadOnly } = exchange;
  if (!isShown(exchange) || method === 'OPTIONS' || blocked || isRevalidation) return false;
  if (outcome === 'redirected') return !isEmpty(exchange);
  if (type === 'Document' && canceled && (response === null || isHeadOnly)) return false;
  return !(canceled && (type === 'Fetch' || type === 'XHR' || type === 'Other' || method === 'HEAD'));
}

/** Whether the body is complete, from the first byte to the last; decoded text does not count as the bytes. */
export function isWhole(exchange: Exchange): boolean {
  const { response, outcome, source } = exchange;
  if (outcome === 'redirected') return source !== 'none' || isEmpty(exchange);
  if (outcome !== 'finished' || response === null || source === 'text') return false;
  if (response.status === 206) return source !== 'none' && isWholeRange(exchange);
  return source !== 'none' || isBodyless(exchange);
}

/** `bytes 0-9/10` (RFC 9110 §14.4): a range that covers the whole. */
function isWholeRange({ response }: Exchange): boolean {
  const range = /^bytes 0-(\d+)\/(\d+)$/.exec(headerOf(response?.headers ?? [], 'content-range') ?? '');
  return range !== null && Number(range[1]) + 1 === Number(range[2]);
}

function missingOf({ url, refused, beyondLimit, outcome, error, canceled, response }: Exchange): Missing {
  const because = (why: Missing['why'], said = error ?? message('missing.no-body')): Missing => ({ url, why, said });
  if (refused) return because('refused-by-egress');
  if (beyondLimit) return because('limit', message('missing.limit'));
  if (outcome === 'pending') return because('unfinished', message('missing.unfinished'));
  if (outcome === 'failed') return because(canceled ? 'truncated' : 'network-error');
  if (outcome === 'redirected') return because('body-unavailable', error ?? message('missing.redirect'));
  if (response?.status === 206) return because('truncated', message('missing.range'));
  return because('body-unavailable');
}
