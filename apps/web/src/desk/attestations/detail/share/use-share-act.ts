import { type Call, calls, type SentOf } from '@proofkeep/contract';
import { useMutation } from '@tanstack/react-query';
import { ask } from '../../../../api/ask.ts';
import { queries } from '../../../../api/queries.ts';
import { refresh } from '../../../../api/refresh.ts';

const reads: readonly unknown[] = [calls.proof.checkCodes.path, calls.netcourt.netcourt.path];

/** Refetches what this tab shows. Separate from `refresh`, which every page loads: only this tab uses these records. */
export async function refreshShare(): Promise<void> {
  await queries.invalidateQueries({ predicate: ({ queryKey: [path] }) => reads.includes(path) });
  await refresh('attestations');
}

/** A change made in this tab as a mutation. */
export const useShareAct = <C extends Call>(call: C) =>
  useMutation({ mutationFn: (input: SentOf<C>) => ask(call, input), onSettled: refreshShare });
