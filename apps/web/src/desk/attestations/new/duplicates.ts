import { calls, type Duplicate } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../../api/queries.ts';
import type { ChosenFile } from './chosen-files.ts';

/** Earlier attestations of the account with the same content, by SHA-256. None without the permission to see them. */
export function useDuplicates(files: readonly ChosenFile[]): ReadonlyMap<string, Duplicate> {
  const sha256 = [...new Set(files.flatMap((one) => one.sha256 ?? []))].sort();
  const { data } = useQuery({
    ...queryOf(calls.attestations.fileDuplicates, { sha256 }),
    enabled: sha256.length > 0,
    placeholderData: (before) => before,
    retry: false,
  });
  return new Map(data?.list.map((one) => [one.sha256, one]));
}
