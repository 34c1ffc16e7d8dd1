import './people.css';
import { calls } from '@proofkeep/contract';
import { Outlet, useParams } from 'react-router';
import { queryOf } from '../../api/queries.ts';
import { useRows } from '../../api/rows.ts';
import { useAddress } from '../../ui/address/address.ts';
import { useTitle } from '../../ui/address/title.ts';
import { words } from '../../ui/words/words.ts';
import { manualRefetch } from '../ui/manual-refetch.ts';
import { queueSize } from '../ui/queue.tsx';
import { NoneChosen, Split } from '../ui/split.tsx';
import { PeopleList } from './list.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('console-people', text);

export function Component() {
  const t = useWords();
  useTitle(t('title'));
  const { accountId } = useParams();
  const { query, page, want } = useAddress();
  const search = (query.get('search') ?? '').trim().slice(0, 60);
  const found = useRows({
    ...queryOf(calls.people.findPeople, { search, page, size: queueSize }),
    ...manualRefetch,
  });
  return (
    <Split
      isChosen={accountId !== undefined}
      queue={
        <PeopleList found={found} search={search} chosen={accountId} onSearch={(text) => want({ search: text })} />
      }
      item={accountId === undefined ? <NoneChosen title={t('choose')} hint={t('hint')} /> : <Outlet />}
    />
  );
}
