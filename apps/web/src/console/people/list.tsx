import { SearchOutlined } from '@ant-design/icons';
import type { calls, Person, ReplyOf } from '@proofkeep/contract';
import type { UseQueryResult } from '@tanstack/react-query';
import { Button, Input, Pagination } from 'antd';
import { useEffect, useState } from 'react';
import { NavLink, useLocation } from 'react-router';
import { paths } from '../../ui/paths.ts';
import { RefusedPanel } from '../../ui/refused-panel.tsx';
import { Waiting } from '../../ui/waiting.tsx';
import { words } from '../../ui/words.ts';
import { PersonChips } from './chips.tsx';

const useWords = words('console-people-list', {
  title: ['用户', 'People'],
  search: ['姓名、手机号、存证编号', 'Name, phone, attestation number'],
  find: ['查找', 'Find'],
  total_one: ['{count} 个登录', '{count} login'],
  total_other: ['{count} 个登录', '{count} logins'],
  none: ['没有找到', 'Nobody was found'],
  noneHint: ['手机号请输入完整 11 位，或至少后 4 位。', 'Enter a phone in full, or at least its last 4 digits.'],
  pages: ['分页', 'Pages'],
});

interface Props {
  found: UseQueryResult<ReplyOf<typeof calls.people.findPeople>>;
  search: string;
  page: number;
  pageSize: number;
  want: (change: { search?: string; page?: number }) => void;
}

export function PeopleList({ found: { data, error, refetch }, search, page, pageSize, want }: Props) {
  const say = useWords();
  return (
    <>
      <div className="people-head">
        <h1>{say('title')}</h1>
        <Search search={search} onSearch={(text) => want({ search: text })} />
        <span className="secondary numbers" role="status">
          {data && say('total', { count: data.total })}
        </span>
      </div>
      {data ? (
        data.total === 0 ? (
          <div className="console-nothing">
            <h2>{say('none')}</h2>
            <p className="secondary">{say('noneHint')}</p>
          </div>
        ) : (
          <ul className="console-rows">
            {data.list.map((person) => (
              <PersonRow key={person.loginId} person={person} />
            ))}
          </ul>
        )
      ) : error ? (
        <RefusedPanel error={error} onRetry={() => void refetch()} />
      ) : (
        <div className="people-head">
          <Waiting rows={10} />
        </div>
      )}
      <nav className="people-foot" aria-label={say('pages')}>
        <Pagination
          simple
          current={page}
          total={data?.total ?? 0}
          pageSize={pageSize}
          hideOnSinglePage
          showSizeChanger={false}
          onChange={(next) => want({ page: next })}
        />
      </nav>
    </>
  );
}

function PersonRow({ person }: { person: Person }) {
  const { search } = useLocation();
  return (
    <li>
      <NavLink to={`${paths.consoleAccount(person.accountId)}${search}`}>
        <span className="people-name">
          <strong>{person.name}</strong>
          <PersonChips {...person} />
        </span>
        <span className="secondary">
          {person.accountName !== person.name && <>{person.accountName} · </>}
          <span className="numbers">{person.phone}</span>
        </span>
      </NavLink>
    </li>
  );
}

/** Made when it is sent off, not while somebody types: every search is written into the audit trail. */
function Search({ search, onSearch }: { search: string; onSearch: (text: string) => void }) {
  const say = useWords();
  const [text, setText] = useState(search);
  useEffect(() => setText(search), [search]);
  const send = () => onSearch(text.trim());
  return (
    <search className="people-search">
      <Input
        prefix={<SearchOutlined aria-hidden />}
        type="search"
        aria-label={say('search')}
        placeholder={say('search')}
        title={say('search')}
        allowClear
        maxLength={60}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onPressEnter={send}
      />
      <Button onClick={send}>{say('find')}</Button>
    </search>
  );
}
