import { randomBytes } from 'node:crypto';
import { integer } from './der.ts';
import { SealError } from './error.ts';
import { messageImprint, timestampRequest } from './timestamp-request.ts';
import { grantedToken } from './timestamp-response.ts';

/** What came of asking one outside authority. */
export type OutsideAnswer = { readonly url: string; readonly elapsedMs: number } & (
  | { readonly token: Uint8Array; readonly error: null }
  | { readonly token: null; readonly error: SealError }
);

export interface AskOptions {
  /** Limit of one authority from the connection to the last byte; default 15,000. */
  readonly timeoutMs?: number;
}

const answerLimitBytes = 64 * 1024;

/**
 * Asks several RFC 3161 authorities at once for a token over a SHA-256 digest. Never throws: each answer, in the order of
 * `urls`, holds a DER TimeStampToken that was checked, or the reason why there is none.
 */
export function askOutsideAuthorities(
  urls: readonly string[],
  sha256: Uint8Array,
  options: AskOptions = {},
): Promise<OutsideAnswer[]> {
  return Promise.all(urls.map((url) => askAndTell(url, sha256, options)));
}

async function askAndTell(url: string, sha256: Uint8Array, options: AskOptions): Promise<OutsideAnswer> {
  const startedAt = performance.now();
  const elapsedMs = () => Math.round(performance.now() - startedAt);
  try {
    const token = await askOutsideAuthority(url, sha256, options);
    return { url, token, error: null, elapsedMs: elapsedMs() };
  } catch (error) {
    if (error instanceof SealError) return { url, token: null, error, elapsedMs: elapsedMs() };
    throw error;
  }
}

/**
 * Asks one RFC 3161 authority over HTTP (RFC 3161 §3.4). Throws `OUTSIDE_UNREACHABLE` when no whole answer of at most 64 KiB
 * came in time, `OUTSIDE_REFUSED` when the authority did not grant, `OUTSIDE_INVALID` when the token is not over this digest
 * and this nonce, or is not signed by a timestamp certificate valid at its time. Whether that certificate is trusted is for
 * the verifier to say.
 */
export async function askOutsideAuthority(
  url: string,
  sha256: Uint8Array,
  options: AskOptions = {},
): Promise<Uint8Array> {
  const nonce = randomBytes(16);
  const imprint = messageImprint('sha256', sha256);
  const answer = await post(url, timestampRequest(imprint, nonce), options.timeoutMs ?? 15_000);
  return grantedToken(answer, { imprint, nonce: integer(nonce) });
}

async function post(url: string, body: Uint8Array, timeoutMs: number): Promise<Uint8Array> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/timestamp-query', accept: 'application/timestamp-reply' },
      body: Buffer.from(body),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (response.status !== 200) throw new SealError('OUTSIDE_UNREACHABLE', `HTTP status ${response.status}`);
    return await readLimited(response);
  } catch (cause) {
    if (cause instanceof SealError) throw cause;
    throw new SealError('OUTSIDE_UNREACHABLE', reasonOf(cause), cause);
  }
}

async function readLimited(response: Response): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > answerLimitBytes)
      throw new SealError('OUTSIDE_UNREACHABLE', `an answer of more than ${answerLimitBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** `fetch` hides the reason in the cause of its error. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
