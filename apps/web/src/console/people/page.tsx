import './people.css';
import { calls } from '@proofkeep/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Outlet, useParams, useSearchParams } from 'react-router';
import { queryOf } from '../../api/queries.ts';
import { useTitle } from '../../ui/title.ts';
import { words } from '../../ui/words.ts';
import { onlyWhenAsked } from '../ui/looking.ts';
import { Split } from '../ui/split.tsx';
import { PeopleList } from './list.tsx';

const useWords = words('console-people', {
  title: ['用户', 'People'],
  choose: ['选择一位用户', 'Choose somebody'],
  hint: [
    '查看其账号、登录与存证数量。每次查看都会写入审计记录。',
    'to see account, sessions and counts. Every look is written into the audit trail.',
  ],
});

const pageSize = 20;

export function Component() {
  const say = useWords();
  useTitle(say('title'));
  const { accountId } = useParams();
  const [query, setQuery] = useSearchParams();
  const search = (query.get('search') ?? '').trim().slice(0, 60);
  const page = Math.max(1, Math.min(500, Math.trunc(Number(query.get('page'))) || 1));
  const found = useQuery({
    ...queryOf(calls.people.findPeople, { search, page, size: pageSize }),
    ...onlyWhenAsked,
    placeholderData: keepPreviousData,
  });
  const want = (change: { search?: string; page?: number }) => {
    const next = { search, page: 1, ...change };
    setQuery({
      ...(next.search ? { search: next.search } : {}),
      ...(next.page > 1 ? { page: String(next.page) } : {}),
    });
  };
  return (
    <Split
      isChosen={accountId !== undefined}
      queue={<PeopleList found={found} search={search} page={page} pageSize={pageSize} want={want} />}
      matter={
        accountId === undefined ? (
          <div className="console-nothing">
            <h2>{say('choose')}</h2>
            <p className="secondary">{say('hint')}</p>
          </div>
        ) : (
          <Outlet />
        )
      }
    />
  );
}
