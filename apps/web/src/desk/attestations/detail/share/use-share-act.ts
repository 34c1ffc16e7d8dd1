import type { Call, SentOf } from '@proofkeep/contract';
import { useMutation } from '@tanstack/react-query';
import { ask } from '../../../../api/ask.ts';
import { refresh } from '../../../../api/refresh.ts';

/** Refetches what the share tab shows. */
export const refreshShare = () => Promise.all([refresh('share'), refresh('attestations')]);

/** A change made in this tab as a mutation. */
export const useShareAct = <C extends Call>(call: C) =>
  useMutation({ mutationFn: (input: SentOf<C>) => ask(call, input), onSettled: refreshShare });
