import { type AttestationDetail, calls } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { linkTo } from '../../../api/ask.ts';
import { queryOf } from '../../../api/queries.ts';
import { Comparison } from '../../../ui/comparison/comparison.tsx';
import { ErrorPanel } from '../../../ui/notices/error-panel.tsx';
import { Skeleton } from '../../../ui/notices/skeleton.tsx';
import { SecondLine } from '../second-line.tsx';

/** The record from another place: its state, or the differences between both records. */
export function SecondTab({ detail }: { detail: AttestationDetail }) {
  const { ano, second, manifestSha256 } = detail;
  if (!second) return null;
  if (second.state !== 'delivered' || !manifestSha256) return <SecondLine row={detail} />;
  return <Differences ano={ano} />;
}

function Differences({ ano }: { ano: string }) {
  const { data, error, refetch } = useQuery(queryOf(calls.attestations.comparison, { ano }));
  if (error) return <ErrorPanel error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton rows={6} />;
  const srcOf = (record: 'first' | 'second', index: number) =>
    linkTo(calls.attestations.file, { ano, path: data.pictures[record === 'first' ? 0 : 1][index]?.path ?? '' });
  return <Comparison comparison={data} srcOf={srcOf} />;
}
