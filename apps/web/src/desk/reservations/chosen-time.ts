import { calls, type KeptSlot } from '@proofkeep/contract';
import { useEffect, useState } from 'react';
import { toApiError } from '../../api/api-error.ts';
import { ask } from '../../api/ask.ts';
import { useHasCome } from './has-come.ts';

/** The time that the applicant chose; the service keeps it for them for a while, and after a reload too. */
export function useChosenTime(o: { matterId: string; kept: KeptSlot | null; refetch: () => Promise<unknown> }) {
  const { matterId, kept, refetch } = o;
  const [chosen, setChosen] = useState(kept);
  const [refusal, setRefusal] = useState<string | null>(null);
  const hasLapsed = useHasCome(chosen?.keptUntil ?? null);
  // Others may have booked it meanwhile.
  useEffect(() => {
    if (hasLapsed) void refetch();
  }, [hasLapsed, refetch]);
  const choose = async (startsAt: string) => {
    setRefusal(null);
    try {
      setChosen(await ask(calls.reservations.keepSlot, { id: matterId, startsAt }));
    } catch (error) {
      setRefusal(toApiError(error).message);
      await refetch();
    }
  };
  return { chosen, hasLapsed, refusal, choose };
}
