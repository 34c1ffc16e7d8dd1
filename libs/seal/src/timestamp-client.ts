import { hash, randomBytes } from 'node:crypto';
import type { DeclinedAuthority } from '@proofkeep/bundle';
import { type Certificate, parseTimestamp, RevocationError } from '@proofkeep/pki';
import type { AuthorityRest, RestingAuthority } from './authority-rest.ts';
import { SealError, type SealErrorCode } from './error.ts';
import { type CollectedStatus, collectRevocation, type FetchStatus } from './outside-revocation.ts';
import { messageImprint, timestampRequest } from './timestamp-request.ts';
import { grantedToken } from './timestamp-response.ts';

/** A token of an outside authority with its revocation data. */
export interface OutsideToken {
  /** DER TimeStampToken, verified. */
  readonly token: Uint8Array;
  /** Revocation data of its certificates, the signer first. */
  readonly revocation: readonly CollectedStatus[];
}

/** Results of all outside authorities: each is in one of the two lists, in the order of the requests. */
export interface OutsideAnswers {
  readonly tokens: readonly OutsideToken[];
  readonly refusals: readonly DeclinedAuthority[];
}

/** Options for requests to outside authorities. */
export interface AskOptions {
  /** Limit per authority from the connection to the last byte; default 15,000. */
  readonly timeoutMs?: number;
  /** Trusted roots: a token by an authority under one of them must have a path to it. Default none. */
  readonly roots?: readonly Certificate[];
  /** Fetches the URLs that the token's certificates name for their revocation status. */
  readonly fetch: FetchStatus;
  /** Remembers authorities that delayed a seal. Default: all are asked each time. */
  readonly rest?: AuthorityRest;
}

const answerLimitBytes = 64 * 1024;

/**
 * Asks several RFC 3161 authorities concurrently for a token over the SHA-256 digest of `content`. Reports an authority that
 * gives none and continues. The URLs must not contain user or password: `fetch` rejects them.
 */
export async function askOutsideAuthorities(
  urls: readonly string[],
  content: Uint8Array,
  options: AskOptions,
): Promise<OutsideAnswers> {
  const answers = await Promise.all(urls.map((url) => askUnlessResting(url, content, options)));
  return {
    tokens: answers.filter((answer) => 'token' in answer),
    refusals: answers.filter((answer) => 'why' in answer),
  };
}

async function askUnlessResting(
  url: string,
  content: Uint8Array,
  options: AskOptions,
): Promise<OutsideToken | DeclinedAuthority> {
  const { rest } = options;
  const authority = shownAuthority(url);
  const resting = rest?.restOf(authority);
  if (resting) return { authority, why: 'unreachable', detail: notAsked(resting) };
  const startedAt = performance.now();
  try {
    const token = await askOutsideAuthority(url, content, options);
    rest?.answered(authority);
    return token;
  } catch (error) {
    const declined = declinedBy(authority, error);
    if (declined.why === 'unreachable') rest?.failed(authority, performance.now() - startedAt, declined.detail);
    else rest?.answered(authority);
    return declined;
  }
}

const notAsked = ({ since, detail }: RestingAuthority): string =>
  clean(`not asked, as it did not answer at ${since.toISOString().replace(/\.\d+Z$/, 'Z')}: ${detail}`);

/** The query of the URL may contain a key. */
function shownAuthority(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}

/** Text from an authority is not trusted. */
const clean = (text: string): string => [...text.replace(/\p{C}/gu, ' ')].slice(0, 200).join('');

const reasons: Partial<Record<SealErrorCode, DeclinedAuthority['why']>> = {
  OUTSIDE_UNREACHABLE: 'unreachable',
  OUTSIDE_REFUSED: 'refused',
  OUTSIDE_INVALID: 'invalid',
};

function declinedBy(authority: string, error: unknown): DeclinedAuthority {
  const why = error instanceof SealError ? reasons[error.code] : undefined;
  if (!(error instanceof SealError) || !why) throw error;
  return { authority, why, detail: clean(error.message) };
}

/**
 * Asks one RFC 3161 authority over HTTP (RFC 3161 §3.4).
 * @throws SealError `OUTSIDE_UNREACHABLE` without a complete response of at most 64 KiB in time, `OUTSIDE_REFUSED` if the
 *   request was not granted, `OUTSIDE_INVALID` if the nonce differs, a verifier that trusts `roots` would reject the token,
 *   or one of its certificates was revoked
 */
export async function askOutsideAuthority(
  url: string,
  content: Uint8Array,
  { timeoutMs = 15_000, roots = [], fetch }: AskOptions,
): Promise<OutsideToken> {
  const nonce = randomBytes(16);
  const imprint = messageImprint('sha256', hash('sha256', content, 'buffer'));
  const answer = await post(url, timestampRequest(imprint, nonce), timeoutMs);
  const token = await grantedToken(answer, { content, nonce: BigInt(`0x${nonce.toString('hex')}`), roots });
  try {
    return { token, revocation: await collectRevocation(await parseTimestamp(token), { fetch, roots }) };
  } catch (cause) {
    if (!(cause instanceof RevocationError)) throw cause;
    throw new SealError('OUTSIDE_INVALID', 'a certificate of the authority is revoked', cause);
  }
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

/** Sentences for error codes of failed connections (Node.js, undici). */
const connectionReasons: Record<string, string> = {
  ENOTFOUND: 'the name of its server was not found',
  EAI_AGAIN: 'the name of its server was not found',
  ECONNREFUSED: 'the server refused the connection',
  ECONNRESET: 'the connection was cut',
  EPIPE: 'the connection was cut',
  UND_ERR_SOCKET: 'the connection was cut',
  EHOSTUNREACH: 'there is no route to the server',
  ENETUNREACH: 'there is no route to the server',
  ETIMEDOUT: 'no answer in time',
  UND_ERR_CONNECT_TIMEOUT: 'no answer in time',
};

/**
 * The certificate shows this to people, so it must not contain a program's error text. `fetch` puts the reason into the
 * cause of its error.
 */
function reasonOf(error: unknown): string {
  if (error instanceof DOMException && error.name === 'TimeoutError') return 'no answer in time';
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  if (/CERT|TLS|SSL/.test(code)) return 'its TLS certificate is not valid';
  return connectionReasons[code] ?? 'the connection failed';
}
