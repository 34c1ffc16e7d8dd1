import { type LiveOutput, type LiveSession, startedMinutes } from '@proofkeep/contract';
import { useEffect, useState } from 'react';
import { amount } from '../../../ui/words/formatters.ts';
import { words } from '../../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('session-panel', text);
type State = Extract<LiveOutput, { type: 'state' }>;

/** The end is announced this long before. */
const soonMs = 3 * 60_000;

/** Time and cost of a running session, as of now. */
export interface Figures {
  usedMs: number;
  remainingMs: number;
  /** In words. */
  cost: string;
  isSoon: boolean;
  /** While false, nothing is recorded or charged, and there is nothing to stop. */
  hasBegun: boolean;
}

export function useFigures({ time }: LiveSession, state: State | null, isConnected: boolean): Figures {
  const t = useWords();
  const usedMs = useRunning(state?.atMs ?? time.usedMs, isConnected);
  const remainingMs = Math.max(0, (state?.wallMs ?? time.bookedMinutes * 60_000) - usedMs);
  const minutes = startedMinutes(usedMs);
  const cents = Math.max(0, minutes - time.packageMinutes) * time.minuteCents;
  return {
    usedMs,
    remainingMs,
    cost: cents === 0 && time.packageMinutes > 0 ? t('package', { minutes }) : amount(cents),
    isSoon: remainingMs < soonMs,
    hasBegun: state !== null || time.startedAt !== null,
  };
}

/** Continues counting between two reports of the session. */
function useRunning(reportedMs: number, isRunning: boolean): number {
  const [now, tick] = useState(() => ({ reportedMs, atMs: performance.now(), ms: reportedMs }));
  useEffect(() => {
    const atMs = performance.now();
    const show = () => tick({ reportedMs, atMs, ms: reportedMs + (isRunning ? performance.now() - atMs : 0) });
    show();
    const timer = setInterval(show, 1_000);
    return () => clearInterval(timer);
  }, [reportedMs, isRunning]);
  return now.ms;
}
