import { type Missing, say } from '@proofkeep/contract';
import { type Exchange, headerOf, isBodyless, isEmpty } from './exchange.ts';
import { isShown } from './requests.ts';

export interface Completeness {
  missing: Missing[];
  resources: { total: number; whole: number; bytes: number };
}

/** What of the page is in the record and what is not, address by address: one whole answer is enough for each. */
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

/** Exchanges by the resource they asked for, in the order of asking. */
type Attempts = [Exchange, ...Exchange[]];

/** Resources of the page of which the record has no whole answer. */
export const lostResources = (exchanges: Exchange[]): Attempts[] =>
  byResource(exchanges).filter((attempts) => !attempts.some(isWhole));

const byResource = (exchanges: Exchange[]): Attempts[] =>
  [
    ...Map.groupBy(exchanges.filter(isResource), ({ method, url, outcome }) =>
      [method, url, outcome === 'redirected'].join(' '),
    ).values(),
  ] as Attempts[];

/**
 * Part of the page: everything it asked for that can be seen, and redirects that have a body of their own. Left out are what
 * the page's own rules forbade, calls it gave up itself, and a document given up before its body came: the one that was there
 * stays. A picture or a script that was given up is missing all the same.
 */
function isResource(exchange: Exchange): boolean {
  const { outcome, method, type, canceled, blocked, response, isRevalidation, isHeadOnly } = exchange;
  if (!isShown(exchange) || method === 'OPTIONS' || blocked || isRevalidation) return false;
  if (outcome === 'redirected') return !isEmpty(exchange);
  if (type === 'Document' && canceled && (response === null || isHeadOnly)) return false;
  return !(canceled && (type === 'Fetch' || type === 'XHR' || type === 'Other' || method === 'HEAD'));
}

/** Its body is here from the first byte to the last; decoded text is not the bytes. */
export function isWhole(exchange: Exchange): boolean {
  const { response, outcome, source } = exchange;
  if (outcome === 'redirected') return source !== 'none' || isEmpty(exchange);
  if (outcome !== 'finished' || response === null || source === 'text') return false;
  if (response.status === 206) return source !== 'none' && isWholeRange(exchange);
  return source !== 'none' || isBodyless(exchange);
}

/** `bytes 0-9/10` (RFC 9110 §14.4): a part that is all of it. */
function isWholeRange({ response }: Exchange): boolean {
  const range = /^bytes 0-(\d+)\/(\d+)$/.exec(headerOf(response?.headers ?? [], 'content-range') ?? '');
  return range !== null && Number(range[1]) + 1 === Number(range[2]);
}

function missingOf({ url, refused, beyondLimit, outcome, error, canceled, response }: Exchange): Missing {
  const because = (why: Missing['why'], said = error ?? say('missing.no-body')): Missing => ({ url, why, said });
  if (refused) return because('refused-by-egress');
  if (beyondLimit) return because('limit', say('missing.limit'));
  if (outcome === 'pending') return because('unfinished', say('missing.unfinished'));
  if (outcome === 'failed') return because(canceled ? 'truncated' : 'network-error');
  if (outcome === 'redirected') return because('body-unavailable', error ?? say('missing.redirect'));
  if (response?.status === 206) return because('truncated', say('missing.range'));
  return because('body-unavailable');
}
