import { appendRequestQuery, getSurt, postToGetUrl } from 'warcio/utils';
import { headerOf } from './exchange.ts';
import type { WarcPlace } from './warc.ts';
import { withoutFragment } from './warc-record.ts';

/** Longer request bodies do not help to distinguish URLs. */
const maxQuerySize = 4096;

/**
 * Returns the CDXJ index of a WARC (specs.webrecorder.net/cdxj): one line per response, sorted by SURT and time. Replay
 * tools look up URLs in that form, and requests with a body by a URL that includes it, so both are made by those tools'
 * own code.
 */
export function cdxjOf(places: WarcPlace[], filename: string): string {
  const lines = places.map(({ exchange, offset, length, payloadDigest }) => {
    const url = withoutFragment(exchange.url);
    const { key, requestBody } = lookup(exchange, url);
    const mime = headerOf(exchange.response.headers, 'content-type')?.split(';')[0]?.trim();
    const fields = {
      url,
      ...(mime ? { mime } : {}),
      status: String(exchange.response.status),
      ...(payloadDigest ? { digest: payloadDigest } : {}),
      length: String(length),
      offset: String(offset),
      filename,
      ...(exchange.method === 'GET' ? {} : { method: exchange.method }),
      ...(requestBody ? { requestBody } : {}),
    };
    return `${getSurt(key)} ${timestampOf(exchange.startedAt)} ${JSON.stringify(fields)}\n`;
  });
  return lines.toSorted().join('');
}

function lookup({ method, requestHeaders, requestBody }: WarcPlace['exchange'], url: string) {
  if (method === 'GET') return { key: url, requestBody: undefined };
  const headers = new Map((requestHeaders ?? []).map(([name, value]) => [name.toLowerCase(), value]));
  const request = { url, method, headers, postData: requestBody ?? new Uint8Array(0), requestBody: '' };
  return postToGetUrl(request, maxQuerySize)
    ? { key: request.url, requestBody: request.requestBody }
    : { key: appendRequestQuery(url, '', method), requestBody: undefined };
}

const timestampOf = (at: Date): string => at.toISOString().replace(/\D/g, '').slice(0, 14);
