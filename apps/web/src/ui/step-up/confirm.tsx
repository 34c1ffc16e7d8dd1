import { createContext, lazy, type ReactNode, Suspense, useCallback, useContext, useRef, useState } from 'react';
import { refresh } from '../../api/refresh.ts';
import { isRefused } from '../../api/refused.ts';
import type { FactorsOf } from './confirm-dialog.tsx';
import { Unconfirmed } from './unconfirmed.ts';

interface Confirming {
  /** Does something that is refused until the person has confirmed himself: then he is asked, and it is done again. */
  confirmed<T>(act: () => Promise<T>): Promise<T>;
  /** Asks now, where it would be refused: for what leaves the page. */
  beforehand(): Promise<void>;
}

const Confirmation = createContext<Confirming | null>(null);

export function useConfirmed(): Confirming {
  const confirming = useContext(Confirmation);
  if (!confirming) throw new Error('There is no ConfirmProvider around this.');
  return confirming;
}

/** Few are asked on a visit, and on a phone its forms weigh more than the page. */
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
    else asked.current?.reject(new Unconfirmed());
    void refresh('secondFactors');
  };
  const confirming: Confirming = {
    async confirmed(act) {
      try {
        return await act();
      } catch (error) {
        if (!isRefused(error, 'CONFIRM_FIRST')) throw error;
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
