import type { AttestationSummary } from '@proofkeep/contract';

/** The three phases of a capture, and how it can end; words of the table `batch-phase`. */
export type Phase =
  | 'waiting'
  | 'later'
  | 'unpaid'
  | 'capturing'
  | 'sealing'
  | 'review'
  | 'done'
  | 'failed'
  | 'cancelled';

export function phaseOf({ state, resumeAt }: Pick<AttestationSummary, 'state' | 'resumeAt'>): Phase {
  if (state === 'queuing') return resumeAt ? 'later' : 'waiting';
  if (state === 'preview') return 'review';
  if (state === 'succeeded') return 'done';
  return state;
}

/** Seconds that it took, or has taken so far; null while it waits. */
export function secondsOf(
  { state, createdAt, changedAt, attempt, orderNo }: AttestationSummary,
  now: number,
): number | null {
  if (state === 'unpaid' || state === 'cancelled') return null;
  const isUnderWay = state === 'queuing' || state === 'capturing' || state === 'sealing';
  const begun = isUnderWay && (attempt > 1 || orderNo !== null) ? changedAt : createdAt;
  const end = isUnderWay ? now : Date.parse(changedAt);
  return Math.max(1, Math.round((end - Date.parse(begun)) / 1000));
}
