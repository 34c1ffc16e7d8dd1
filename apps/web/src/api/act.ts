import type { Call } from '@proofkeep/contract';

/** Keys of requests without an answer, by their content; kept as long as the page. */
const unanswered = new Map<string, string>();

/**
 * Returns the `Idempotency-Key` of a call, which the service uses only for changes. Resending a request whose answer
 * was lost reuses the key, so the service runs it only once; after an answer, an equal request gets a new key. @returns
 * undefined for GET and file uploads
 */
export function actOf(call: Call, input: unknown): { key: string; isAnswered(): void } | undefined {
  if (call.method === 'GET' || call.consumes) return undefined;
  const act = `${call.method} ${call.path} ${JSON.stringify(input)}`;
  const key = unanswered.get(act) ?? newKey();
  unanswered.set(act, key);
  return { key, isAnswered: () => void unanswered.delete(act) };
}

/** 128 random bits; `crypto.randomUUID` exists only in secure contexts. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
