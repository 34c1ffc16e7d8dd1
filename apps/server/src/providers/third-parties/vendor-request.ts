import type { z } from 'zod';
import { failed } from './third-party.ts';

/** Far more than any documented answer. */
const mostBytes = 64 * 1024;

/**
 * Asks a vendor's API and parses its JSON answer, whatever its status says: vendors put refusals into the body.
 * Never follows redirects, because the request may carry the application's secret.
 *
 * @param o.signal ends the whole exchange in time
 * @throws Refusal PROVIDER_FAILED if there is no answer, it is too long, isn't JSON, or doesn't fit `shape`
 */
export async function askVendor<Shape extends z.ZodType>(
  url: URL,
  { shape, ...o }: { shape: Shape; signal: AbortSignal } & Pick<RequestInit, 'method' | 'headers' | 'body'>,
): Promise<z.output<Shape>> {
  // The query is left out: it has secrets.
  const asked = `${url.host}${url.pathname}`;
  try {
    const response = await fetch(url, { ...o, redirect: 'error' });
    const parsed = shape.safeParse(JSON.parse(await textOf(response)));
    if (!parsed.success) throw new Error(`an answer (HTTP ${response.status}) of another form than documented`);
    return parsed.data;
  } catch (cause) {
    throw failed(new Error(`${asked} failed: ${reasonOf(cause)}`));
  }
}

/**
 * Messages and codes of an error and its causes: `fetch` says only "fetch failed", the reason (ECONNREFUSED, a TLS code) is in
 * its cause. The errors themselves are not passed on, because they may have the URL with its secrets.
 */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { message, cause } = error;
  const code = 'code' in error && typeof error.code === 'string' ? ` (${error.code})` : '';
  return `${message}${code}${cause === undefined ? '' : `: ${reasonOf(cause)}`}`;
}

async function textOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > mostBytes) throw new Error('an answer that is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Adds a query to an address, in the order given. */
export function withQuery(address: string | URL, query: Record<string, string>): URL {
  const url = new URL(address);
  url.search = new URLSearchParams(query).toString();
  return url;
}
