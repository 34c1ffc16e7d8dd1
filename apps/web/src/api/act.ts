import type { Call } from '@proofkeep/contract';

/** Keys of requests without an answer, by their content; kept as long as the page. */
const unanswered = new Map<string, string>();

/**
 * The `Idempotency-Key` of a change. Whoever sends the same again after its answer was lost means the same act, which the
 * service then does once; after an answer he means another.
 * @returns undefined of a call that changes nothing, or of a file
 */
export function actOf(call: Call, input: unknown): { key: string; isAnswered(): void } | undefined {
  if (!call.audit || call.consumes) return undefined;
  const act = `${call.method} ${call.path} ${JSON.stringify(input)}`;
  const key = unanswered.get(act) ?? newKey();
  unanswered.set(act, key);
  return { key, isAnswered: () => void unanswered.delete(act) };
}

/** 128 random bits; `crypto.randomUUID` is only there over TLS. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
