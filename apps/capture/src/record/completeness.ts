import type { Missing } from '@proofkeep/contract';
import { type Exchange, headerOf, isBodyless } from './exchange.ts';
import { isShown } from './requests.ts';

export interface Completeness {
  missing: Missing[];
  resources: { total: number; whole: number; bytes: number };
}

/** What of the page is in the record and what is not, address by address: one whole answer is enough for each. */
export function completeness(exchanges: Exchange[]): Completeness {
  const byResource = Map.groupBy(exchanges.filter(isResource), ({ method, url }) => `${method} ${url}`);
  const missing: Missing[] = [];
  for (const attempts of byResource.values()) {
    const last = attempts.at(-1);
    if (last && !attempts.some(isWhole))
      missing.push(missingOf(attempts.find(({ source }) => source !== 'refetch') ?? last));
  }
  return {
    missing,
    resources: {
      total: byResource.size,
      whole: byResource.size - missing.length,
      bytes: exchanges.reduce((sum, { body }) => sum + (body?.size ?? 0), 0),
    },
  };
}

/**
 * Part of the page: everything it asked for that can be seen, but for what its own rules forbade and calls it gave up itself.
 * Given up, a picture or a script is missing all the same.
 */
function isResource(exchange: Exchange): boolean {
  const { outcome, method, type, canceled, blocked } = exchange;
  if (!isShown(exchange) || outcome === 'redirected' || method === 'OPTIONS' || blocked) return false;
  return !(canceled && (type === 'Fetch' || type === 'XHR' || type === 'Other' || method === 'HEAD'));
}

/** Its body is here from the first byte to the last. */
export function isWhole(exchange: Exchange): boolean {
  const { response, outcome, source } = exchange;
  if (outcome !== 'finished' || response === null) return false;
  if (response.status === 206) return source !== 'none' && isWholeRange(exchange);
  return source !== 'none' || isBodyless(exchange);
}

/** `bytes 0-9/10` (RFC 9110 §14.4): a part that is all of it. */
function isWholeRange({ response }: Exchange): boolean {
  const range = /^bytes 0-(\d+)\/(\d+)$/.exec(headerOf(response?.headers ?? [], 'content-range') ?? '');
  return range !== null && Number(range[1]) + 1 === Number(range[2]);
}

function missingOf({ url, refused, outcome, error, canceled, response }: Exchange): Missing {
  const because = (why: Missing['why'], detail: string): Missing => ({ url, why, detail });
  if (refused) return because('refused-by-egress', error ?? 'The address is not one that captured pages may reach.');
  if (outcome === 'failed' && error?.includes('inspector'))
    return because('limit', 'The limit of requests had been reached.');
  if (outcome === 'pending') return because('unfinished', 'It was still loading when the capture ended.');
  if (outcome === 'failed') return because(canceled ? 'truncated' : 'network-error', error ?? '');
  if (response?.status === 206) return because('truncated', 'Only a part of it was asked for.');
  return because('body-unavailable', error ?? 'The browser gave no body.');
}
