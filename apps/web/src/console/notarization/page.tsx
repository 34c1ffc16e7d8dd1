import './notarization.css';
import { calls } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { Alert } from 'antd';
import { lazy, Suspense } from 'react';
import { useParams } from 'react-router';
import { queryOf } from '../../api/queries.ts';
import { useRows } from '../../api/rows.ts';
import { useTitle } from '../../ui/address/title.ts';
import { Skeleton } from '../../ui/notices/skeleton.tsx';
import { words } from '../../ui/words/words.ts';
import { NoneChosen, Split } from '../ui/split.tsx';
import { useQueueAddress } from './address.ts';
import { MatterQueueList } from './queue.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('console-matters', text);

/** Loaded with the first matter, because the queues alone are small. */
const Matter = lazy(async () => ({ default: (await import('./matter.tsx')).Matter }));

/** `/console/matters` (the queues of the notary's office) and `/console/matters/:id` (one matter). */
export function Component() {
  const t = useWords();
  useTitle(t('title'));
  const { id } = useParams();
  const { asked, to } = useQueueAddress();
  const queue = useRows({ ...queryOf(calls.consoleNotarization.queuedMatters, asked), refetchInterval: 60_000 });
  const { data: own } = useQuery(queryOf(calls.consoleNotarization.ownOffice, {}));
  const isUnbound = own?.office === null;
  return (
    <Split
      isChosen={id !== undefined}
      queue={<MatterQueueList title={t('title')} queue={queue} counts={queue.data?.counts} chosen={id} />}
      item={
        isUnbound ? (
          <Alert type="warning" showIcon title={t('unbound')} description={t('unboundHint')} />
        ) : id ? (
          <Suspense fallback={<Skeleton rows={8} />}>
            <Matter key={id} id={id} back={to(null)} />
          </Suspense>
        ) : (
          <NoneChosen title={own?.office?.name ?? t('title')} hint={t('choose')} />
        )
      }
    />
  );
}
