import { createContext, lazy, type ReactNode, Suspense, useCallback, useContext, useRef, useState } from 'react';
import { isApiError } from '../../api/api-error.ts';
import { refresh } from '../../api/refresh.ts';
import type { FactorsOf } from './confirm-dialog.tsx';
import { StepUpCancelled } from './step-up-cancelled.ts';

interface Confirming {
  /** Runs an action; if it is refused for lack of a recent verification, asks the user to verify and runs it again. */
  confirmed<T>(act: () => Promise<T>): Promise<T>;
  /** Verifies in advance, for actions that leave the page. */
  beforehand(): Promise<void>;
}

const Confirmation = createContext<Confirming | null>(null);

export function useConfirmed(): Confirming {
  const confirming = useContext(Confirmation);
  if (!confirming) throw new Error('There is no ConfirmProvider around this.');
  return confirming;
}

/** Loaded lazily: rarely needed, and larger than a phone page. */
const ConfirmDialog = lazy(async () => ({ default: (await import('./confirm-dialog.tsx')).ConfirmDialog }));

const sparedMs = 60_000;

export function ConfirmProvider({ factors, children }: { factors: FactorsOf; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const asked = useRef<{ resolve: () => void; reject: (why: Error) => void }>(undefined);
  const ask = useCallback(
    () =>
      new Promise<void>((resolve, reject) => {
        asked.current = { resolve, reject };
        setOpen(true);
      }),
    [],
  );
  const end = (isConfirmed: boolean) => {
    setOpen(false);
    if (isConfirmed) asked.current?.resolve();
    else asked.current?.reject(new StepUpCancelled());
    void refresh('secondFactors');
  };
  const confirming: Confirming = {
    async confirmed(act) {
      try {
        return await act();
      } catch (error) {
        if (!isApiError(error, 'CONFIRM_FIRST')) throw error;
        await ask();
        return act();
      }
    },
    async beforehand() {
      const until = factors.confirmedUntil === null ? 0 : Date.parse(factors.confirmedUntil);
      if (until < Date.now() + sparedMs) await ask();
    },
  };
  return (
    <Confirmation value={confirming}>
      {children}
      <Suspense>{isOpen && <ConfirmDialog factors={factors} onEnd={end} />}</Suspense>
    </Confirmation>
  );
}
