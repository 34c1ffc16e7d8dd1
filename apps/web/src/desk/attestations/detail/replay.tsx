import { calls, type RecordName } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../../api/queries.ts';
import { renewalMs, usualWidthPx } from '../../../ui/replay/limits.ts';
import { ReplayStage } from '../../../ui/replay/replay-stage.tsx';

interface Props {
  ano: string;
  name: string;
  record?: RecordName;
  /** For a live session: index of the visited page that is shown first. */
  page?: number;
}

export function Replay({ ano, name, record = 'first', page }: Props) {
  const { data, refetch } = useQuery({
    ...queryOf(calls.attestations.openReplay, { ano, record, ...(page !== undefined && { page }) }),
    // A cached URL may have expired.
    gcTime: 0,
    refetchInterval: renewalMs,
  });
  const { data: pictures } = useQuery(queryOf(calls.attestations.pictures, { anos: [ano] }));
  const widthPx = pictures?.list[0]?.tiles[0]?.widthPx ?? usualWidthPx;
  return <ReplayStage name={name} widthPx={widthPx} urls={data} renew={refetch} />;
}
