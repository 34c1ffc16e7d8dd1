import { type Call, calls, type SentOf } from '@proofkeep/contract';
import { useSyncExternalStore } from 'react';
import { isApiError } from '../../api/api-error.ts';
import { ask } from '../../api/ask.ts';

/** Settles the call that waits for a code; null if none does. */
let finish: ((isVerified: boolean) => void) | null = null;
const listeners = new Set<() => void>();

/** Opens the code dialog for a call, or closes it; rejects a call that was already waiting. */
function setWaiting(next: typeof finish): void {
  finish?.(false);
  finish = next;
  for (const listener of listeners) listener();
}

/**
 * Makes a call that requires a recently verified second factor: if it is refused for that, asks for a code and makes the call
 * again.
 * @throws ApiError PROVE_AGAIN if no code is entered
 */
export async function callWithStepUp<C extends Call>(call: C, input: SentOf<C>, o: { file?: File } = {}) {
  try {
    return await ask(call, input, o);
  } catch (error) {
    if (!isApiError(error, 'PROVE_AGAIN')) throw error;
    if (!(await new Promise<boolean>(setWaiting))) throw error;
    return ask(call, input, o);
  }
}

export async function submitStepUpCode(code: string): Promise<void> {
  await ask(calls.console.proveStaff, { code });
  const finished = finish;
  finish = null;
  finished?.(true);
  for (const listener of listeners) listener();
}

export const cancelStepUp = (): void => setWaiting(null);

export const useIsStepUpOpen = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => finish !== null,
  );
