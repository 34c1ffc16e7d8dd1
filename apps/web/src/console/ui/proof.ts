import { type Call, calls, type SentOf } from '@proofkeep/contract';
import { useSyncExternalStore } from 'react';
import { ask } from '../../api/ask.ts';
import { isRefused } from '../../api/refused.ts';

/** Whoever waits for a code to be shown; null: nobody. */
let waiting: ((isShown: boolean) => void) | null = null;
const listeners = new Set<() => void>();

function wait(next: typeof waiting): void {
  waiting?.(false);
  waiting = next;
  for (const listener of listeners) listener();
}

/**
 * Makes a call that needs the second factor shown a short while ago: where it was not, a code is asked for and the call made
 * again. @throws Refused PROVE_AGAIN where no code is given
 */
export async function askProven<C extends Call>(call: C, input: SentOf<C>, o: { file?: File } = {}) {
  try {
    return await ask(call, input, o);
  } catch (error) {
    if (!isRefused(error, 'PROVE_AGAIN')) throw error;
    if (!(await new Promise<boolean>(wait))) throw error;
    return ask(call, input, o);
  }
}

export async function showProof(code: string): Promise<void> {
  await ask(calls.console.proveStaff, { code });
  const told = waiting;
  waiting = null;
  told?.(true);
  for (const listener of listeners) listener();
}

export const refuseProof = (): void => wait(null);

export const useIsProofAsked = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => waiting !== null,
  );
