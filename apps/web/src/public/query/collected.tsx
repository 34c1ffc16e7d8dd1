import { calls } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { ask, dataOf, linkTo } from '../../api/ask.ts';
import { words } from '../../ui/words/words.ts';
import { LoadFailed } from '../notice.tsx';
import type { Verification } from './use-verifications.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('bundle-tab', text);

/** Handover from a proof page: the bundle to verify, and the grant that opens it. */
export interface Collect {
  ano: string;
  grant: string;
}

interface Props {
  collect: Collect;
  verification: Verification;
  onFile: (file: File) => void;
}

/** Loads the bundle that a proof page hands over, and reports the result of its verification to the custody record. */
export function Collected({ collect, verification, onFile }: Props) {
  const t = useWords();
  const isReported = useRef(false);
  const { data, error, refetch } = useQuery({
    queryKey: ['collected bundle', collect.ano, collect.grant],
    queryFn: ({ signal }) => load(collect, signal),
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
    at === 'done' && verification.outcome.kind === 'report' && verification.outcome.report.verdict === 'passed';
  useEffect(() => {
    if (!data || at !== 'done' || isReported.current) return;
    isReported.current = true;
    // The record belongs to the holder; a visitor whose report is lost has still verified the bundle.
    void ask(calls.proof.reportVerification, { ...collect, isVerified }).catch(() => undefined);
  }, [collect, data, at, isVerified]);
  if (error) return <LoadFailed error={error} refetch={refetch} />;
  return data ? null : <p role="status">{t('collecting')}</p>;
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
