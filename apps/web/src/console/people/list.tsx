import { SearchOutlined } from '@ant-design/icons';
import { type calls, type ReplyOf, searchLength } from '@proofkeep/contract';
import type { UseQueryResult } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { withQuery } from '../../ui/address/address.ts';
import { paths } from '../../ui/address/paths.ts';
import { words } from '../../ui/words/words.ts';
import { Queue, QueueRow } from '../ui/queue.tsx';
import { PersonChips } from './chips.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('console-people-list', text);

interface Props {
  found: UseQueryResult<ReplyOf<typeof calls.people.findPeople>>;
  search: string;
  chosen: string | undefined;
  onSearch: (text: string) => void;
}

export function PeopleList({ found, search, chosen, onSearch }: Props) {
  const t = useWords();
  const [query] = useSearchParams();
  return (
    <Queue
      title={t('title')}
      chosen={chosen}
      filter={<Search search={search} onSearch={onSearch} />}
      queue={found}
      nothing={{ title: t('none'), hint: t('noneHint') }}
    >
      {({ loginId, accountId, accountName, name, phone, loginName, email, ...person }) => (
        <QueueRow key={loginId} to={withQuery(paths.consoleAccount(accountId), query)} isChosen={accountId === chosen}>
          <span className="console-line">
            <strong>{name}</strong>
            <PersonChips {...person} />
          </span>
          <span className="secondary">
            {accountName !== name && <>{accountName} · </>}
            <span className="numbers">{phone}</span>
            {loginName && <> · {loginName}</>}
            {email && <> · {email}</>}
          </span>
        </QueueRow>
      )}
    </Queue>
  );
}

/** Searches on submit, not while typing: the audit trail records every search. */
function Search({ search, onSearch }: { search: string; onSearch: (text: string) => void }) {
  const t = useWords();
  const [text, setText] = useState(search);
  useEffect(() => setText(search), [search]);
  const send = () => onSearch(text.trim());
  return (
    <search className="console-people-search">
      <Input
        prefix={<SearchOutlined aria-hidden />}
        type="search"
        aria-label={t('search')}
        placeholder={t('search')}
        title={t('search')}
        allowClear
        maxLength={searchLength}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onPressEnter={send}
      />
      <Button onClick={send}>{t('find')}</Button>
    </search>
  );
}
