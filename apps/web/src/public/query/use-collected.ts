import { calls } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { ApiError } from '../../api/api-error.ts';
import { ask, dataOf, linkTo } from '../../api/ask.ts';
import type { Verification } from './use-verification.ts';

/** What a proof page hands over: the bundle to verify, and the grant that opens it. */
interface Collect {
  ano: string;
  grant: string;
}

const collectIn = (state: unknown): Collect | null => (state as { collect?: Collect } | null)?.collect ?? null;

/**
 * Loads the bundle that a proof page hands over, and reports the result of its verification to the custody record. A visitor
 * who chose a file of their own reports nothing.
 */
export function useCollected(onFile: (file: File) => void, verification: Verification) {
  const collect = collectIn(useLocation().state);
  const isReported = useRef(false);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['collected bundle', collect?.ano, collect?.grant],
    queryFn: ({ signal }) => load(collect as Collect, signal),
    enabled: collect !== null,
    meta: { isShownInPlace: true },
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    gcTime: 0,
  });
  useEffect(() => {
    if (data) onFile(data);
  }, [data, onFile]);
  const { at } = verification;
  const isVerified =
    at === 'done' && verification.outcome.kind === 'bundle' && verification.outcome.report.verdict === 'passed';
  useEffect(() => {
    if (!collect || !data || at !== 'done' || isReported.current) return;
    isReported.current = true;
    // The record is the holder's; a visitor whose report is lost has verified all the same.
    void ask(calls.proof.reportVerification, { ...collect, isVerified }).catch(() => undefined);
  }, [collect, data, at, isVerified]);
  return { isPending: isFetching, error, retry: refetch };
}

/** @throws ApiError */
async function load({ ano, grant }: Collect, signal: AbortSignal): Promise<File> {
  const call = calls.proof.collect;
  const response = await fetch(linkTo(call, { id: ano, grant, part: 'bundle' }), { signal }).catch(() => null);
  if (!response) throw new ApiError('UNREACHABLE');
  // A refusal is an envelope, which `dataOf` throws.
  if (!response.ok) await dataOf(response, call);
  return new File([await response.blob()], `${ano}.zip`, { type: 'application/zip' });
}
