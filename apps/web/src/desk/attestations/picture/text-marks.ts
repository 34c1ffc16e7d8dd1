import { calls, type TextPlace } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';
import { queryOf } from '../../../api/queries.ts';
import { patternOf } from './find.ts';
import { hitsIn } from './text-places.ts';

/** Frames that are drawn; a page full of them shows nothing. */
const mostMarks = 500;

/** Positions of the words in the picture; empty until a search. */
export function useMarks(ano: string, wanted: string): readonly TextPlace[] {
  const asked = useDeferredValue(wanted);
  const { data } = useQuery({
    ...queryOf(calls.attestations.textPlaces, { ano }),
    enabled: wanted.trim() !== '',
    // A recorded page never changes. Without positions its text is listed all the same.
    staleTime: Number.POSITIVE_INFINITY,
    meta: { isShownInPlace: true },
  });
  return useMemo(() => {
    const pattern = patternOf(asked);
    return pattern && data ? hitsIn(data.list, pattern).slice(0, mostMarks) : [];
  }, [asked, data]);
}
