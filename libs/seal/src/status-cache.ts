import { hash } from 'node:crypto';
import type { CollectFailure } from '@proofkeep/bundle';
import { parseCrl, parseOcspResponse } from '@proofkeep/pki';
import type { FetchStatus } from './outside-revocation.ts';

/** A newer list is requested after this time; without one, the old list is used until nextUpdate. */
const freshMs = 60 * 60_000;
/**
 * A URL that gave nothing usable is not tried again for this time, so that a dead authority doesn't delay every seal.
 */
const failedMs = 5 * 60_000;
const mostBytes = 32 * 1024 * 1024;
const mostEntries = 256;

interface Entry {
  result: Uint8Array | CollectFailure;
  /** Used without a request until then, in milliseconds since 1970. */
  freshUntilMs: number;
  /** Used until then if a newer request fails; 0: never. */
  validUntilMs: number;
}

/** Shares fetched CRLs, OCSP responses and failures among all seals. Identical concurrent requests are sent once. */
export function cachedFetchStatus(fetch: FetchStatus, nowMs: () => number = Date.now): FetchStatus {
  const entries = new Map<string, Entry>();
  const asked = new Map<string, Promise<Uint8Array | CollectFailure>>();

  const ask = async (key: string, question: Parameters<FetchStatus>[0]) => {
    const result = await fetch(question);
    const now = nowMs();
    const known = entries.get(key);
    const entry = entryOf(result, now);
    if (entry.validUntilMs === 0 && known && now < known.validUntilMs)
      keep(entries, key, { ...known, freshUntilMs: Math.min(now + failedMs, known.validUntilMs) });
    else keep(entries, key, entry);
    return (entries.get(key) ?? entry).result;
  };
  return async (question) => {
    const key = keyOf(question);
    const known = entries.get(key);
    if (known && nowMs() < known.freshUntilMs) return known.result;
    const work = asked.get(key) ?? ask(key, question).finally(() => asked.delete(key));
    asked.set(key, work);
    return work;
  };
}

const keyOf = ({ url, body }: Parameters<FetchStatus>[0]): string =>
  body ? `${url} ${hash('sha256', body.bytes)}` : url;

function entryOf(result: Uint8Array | CollectFailure, now: number): Entry {
  const until = typeof result === 'string' ? 0 : nextUpdateOf(result);
  return until > now
    ? { result, freshUntilMs: Math.min(now + freshMs, until), validUntilMs: until }
    : { result, freshUntilMs: now + failedMs, validUntilMs: 0 };
}

/** 0 if the bytes are neither a CRL nor an OCSP response, or have no nextUpdate. */
function nextUpdateOf(bytes: Uint8Array): number {
  try {
    return parseCrl(bytes).nextUpdate.getTime();
  } catch {
    return nextAnswerOf(bytes);
  }
}

function nextAnswerOf(bytes: Uint8Array): number {
  try {
    return Math.min(...parseOcspResponse(bytes).statuses.map(({ nextUpdate }) => nextUpdate?.getTime() ?? 0));
  } catch {
    return 0;
  }
}

/** Drops the oldest entries beyond the limits. */
function keep(entries: Map<string, Entry>, key: string, entry: Entry): void {
  entries.delete(key);
  entries.set(key, entry);
  const sizeOf = ({ result }: Entry) => (typeof result === 'string' ? 0 : result.length);
  let total = [...entries.values()].reduce((sum, one) => sum + sizeOf(one), 0);
  for (const [oldest, one] of entries) {
    if (total <= mostBytes && entries.size <= mostEntries) return;
    entries.delete(oldest);
    total -= sizeOf(one);
  }
}
