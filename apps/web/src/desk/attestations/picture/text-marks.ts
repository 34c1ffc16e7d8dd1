import { calls } from '@proofkeep/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';
import { linkTo } from '../../../api/ask.ts';
import { patternOf } from './find.ts';
import { hitsIn, placesIn, type TextPlace } from './text-places.ts';

const pdfPath = 'data/page.pdf';
/** Positions are not read from a larger file, as very long pages produce. */
const mostBytes = 64 * 2 ** 20;
/** Frames that are drawn; a page full of them shows nothing. */
const mostMarks = 500;

/** A page without `page.pdf`, or whose text could not be read when it was captured, has no places: its text is listed all the same. */
const placesOf = (ano: string) =>
  queryOptions({
    queryKey: [calls.attestations.file.path, ano, pdfPath, 'places'],
    queryFn: async ({ signal }): Promise<TextPlace[]> => {
      const link = linkTo(calls.attestations.file, { ano, path: pdfPath });
      const response = await fetch(link, { credentials: 'include', signal });
      const isPdf = response.headers.get('content-type')?.startsWith('application/pdf') ?? false;
      if (!response.ok || !isPdf || Number(response.headers.get('content-length')) > mostBytes) {
        await response.body?.cancel();
        return [];
      }
      return placesIn(new Uint8Array(await response.arrayBuffer()));
    },
    // A recorded file never changes.
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    meta: { isShownInPlace: true },
  });

/** Positions of the words in the picture; empty until a search. */
export function useMarks(ano: string, wanted: string): readonly TextPlace[] {
  const asked = useDeferredValue(wanted);
  const { data } = useQuery({ ...placesOf(ano), enabled: wanted.trim() !== '' });
  return useMemo(() => {
    const pattern = patternOf(asked);
    return pattern && data ? hitsIn(data, pattern).slice(0, mostMarks) : [];
  }, [asked, data]);
}
