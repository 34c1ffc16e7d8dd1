import { type Call, isEnvelope, isOfConsole, isOfParty, type SentOf } from '@proofkeep/contract';
import type { z } from 'zod';
import { languageTag } from '../ui/words/language.ts';
import { actOf } from './act.ts';
import { ApiError, type ApiErrorCode, isApiError } from './api-error.ts';
import { beginLoading } from './pending-calls.ts';
import { formOf, type Profile, profileOf } from './profiles.ts';
import { consoleExpired, partyExpired, sessionExpired, showException } from './session.ts';

/** Raw `data` of a reply. */
type Received<C extends Call> = z.output<C['reply']>;

/**
 * Makes a call of the contract.
 * @param o.file body of a call that consumes a file; the input then goes into the URL
 * @throws ApiError if the server refuses, times out or is unreachable
 */
export async function ask<C extends Call>(
  call: C,
  input: SentOf<C>,
  { signal, file }: { signal?: AbortSignal; file?: File } = {},
): Promise<Received<C>> {
  const ended = beginLoading(call);
  const act = actOf(call, input);
  try {
    const o = { signal, file, key: act?.key };
    const response = await send(call, input as Record<string, unknown>, profileOf(call), o);
    const data = (await dataOf(response, call)) as Received<C>;
    act?.isAnswered();
    return data;
  } catch (error) {
    if (isApiError(error) && !isApiError(error, ...unknownOutcomes)) act?.isAnswered();
    throw error;
  } finally {
    ended();
  }
}

/** Unknown whether the service did it. */
const unknownOutcomes = ['TIMEOUT', 'UNREACHABLE', 'INTERNAL', 'BUSY_WITH_IT'] as const;

async function send(
  call: Call,
  input: Record<string, unknown>,
  profile: Profile,
  { signal, file, key }: { signal: AbortSignal | undefined; file: File | undefined; key: string | undefined },
): Promise<Response> {
  const { path, rest } = addressOf(call, input);
  const hasBody = call.method === 'POST' || call.method === 'PUT';
  const { body, contentType } = hasBody ? profile.encode(file ? { file } : rest) : { body: null };
  const query = hasBody && !file ? '' : formOf(rest).toString();
  const timeout = AbortSignal.timeout(profile.timeoutMs);
  try {
    return await fetch(query ? `${path}?${query}` : path, {
      method: call.method,
      credentials: 'include',
      headers: {
        'accept-language': languageTag(),
        ...(contentType ? { 'content-type': contentType } : {}),
        ...(key ? { 'idempotency-key': key } : {}),
      },
      body,
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
  } catch (error) {
    if (timeout.aborted) throw new ApiError('TIMEOUT');
    if (signal?.aborted) throw error;
    throw new ApiError('UNREACHABLE');
  }
}

/** Reads the envelope of an answer. @throws ApiError */
export async function dataOf(response: Response, call: Call): Promise<unknown> {
  const envelope: unknown = await response.json().catch(() => null);
  // A proxy in between answers in its own format.
  if (!isEnvelope(envelope)) throw new ApiError(response.status >= 502 ? 'UNREACHABLE' : 'INTERNAL');
  const { flag, data, statusCode, errorCode, errorMessage = '', showType, fields, traceId } = envelope;
  if (flag) return data;
  if (statusCode === '500002') expired(call);
  const refused = new ApiError((errorCode ?? 'INTERNAL') as ApiErrorCode, {
    message: errorMessage,
    show: showType,
    traceId,
    fields,
    retryAfterSeconds: Number(response.headers.get('retry-after')) || null,
  });
  if (refused.show === 'redirect') showException(refused);
  throw refused;
}

/** Leaves the area whose session ended; other areas stay signed in. */
function expired(call: Call): void {
  if (isOfConsole(call)) consoleExpired();
  else if (isOfParty(call)) partyExpired();
  else sessionExpired();
}

/** Fills the path's parameters in; returns the path and the remaining fields. */
export function addressOf(call: Call, input: Record<string, unknown>) {
  const rest = { ...input };
  const path = call.path.replace(/\{(\w+)\}/g, (_gap, name: string) => {
    const value = String(rest[name]);
    delete rest[name];
    return encodeURIComponent(value);
  });
  return { path, rest };
}

/** URL of the bytes that a call `produces`. */
export function linkTo<C extends Call>(call: C, input: SentOf<C>): string {
  const { path, rest } = addressOf(call, input as Record<string, unknown>);
  const query = formOf(rest).toString();
  return query ? `${path}?${query}` : path;
}
