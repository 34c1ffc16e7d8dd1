import { accountCalls, attestationCalls, type Call, homeCalls, signInCalls } from '@proofkeep/contract';
import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
const underWay = new Set<symbol>();

/** Polled calls show no progress bar: the user doesn't wait for them (specification §4). */
const uncounted = new Set<Call>([accountCalls.accountInfo, homeCalls.opening, signInCalls.appStatus]);
/** Images load into a page that is already readable: requesting them ends the wait (specification §4). */
const ending = new Set<Call>([attestationCalls.picture, attestationCalls.pictures]);

function notifyListeners(): void {
  for (const listener of listeners) listener();
}

/** Marks the start of a call. @returns a function that marks its end, whether it succeeded or not */
export function beginLoading(call: Call): () => void {
  if (ending.has(call)) underWay.clear();
  const one = Symbol(call.path);
  if (!uncounted.has(call) && !ending.has(call)) underWay.add(one);
  notifyListeners();
  return () => {
    underWay.delete(one);
    notifyListeners();
  };
}

export const isLoading = (): boolean => underWay.size > 0;

export const useIsLoading = (): boolean =>
  useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, isLoading);
