import { accountCalls, attestationCalls, type Call, signInCalls } from '@proofkeep/contract';
import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let underWay = 0;

/** Who is signed in, and how far a QR code is, is asked all the time: nobody waits for it (specification §4). */
const untold = new Set<Call>([accountCalls.accountInfo, signInCalls.appStatus]);
/** Pictures come into a page that can be read already: asking for them ends the wait (specification §4). */
const ending = new Set<Call>([attestationCalls.picture, attestationCalls.pictures]);

function set(count: number): void {
  underWay = Math.max(0, count);
  for (const listener of listeners) listener();
}

/** Tells that a call begins. @returns what tells that it ended, however it did */
export function beginLoading(call: Call): () => void {
  if (ending.has(call)) set(0);
  if (untold.has(call) || ending.has(call)) return () => {};
  set(underWay + 1);
  return () => set(underWay - 1);
}

export const useIsLoading = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => underWay > 0,
  );
