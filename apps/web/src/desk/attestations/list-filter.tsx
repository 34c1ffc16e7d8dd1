import { SearchOutlined } from '@ant-design/icons';
import { attestationStates, calls, stateWords } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { Input } from 'antd';
import { useEffect, useState } from 'react';
import { queryOf } from '../../api/queries.ts';
import { useLanguage, wordIn, words } from '../../ui/words.ts';
import type { Wanted } from './list-address.ts';

const useWords = words('list-filter', {
  search: ['搜索编号、网址、名称或备注', 'Search number, address, name or remark'],
  states: ['按状态筛选', 'Filter by state'],
  labels: ['按标签筛选', 'Filter by label'],
});

/** A pause in typing after which the search is made. */
const pauseMs = 350;
const toggled = <T,>(list: readonly T[], one: T): T[] =>
  list.includes(one) ? list.filter((other) => other !== one) : [...list, one];

export function ListFilter({ wanted, want }: { wanted: Wanted; want: (change: Partial<Wanted>) => void }) {
  const say = useWords();
  const language = useLanguage();
  const { data: labels } = useQuery(queryOf(calls.attestations.labels, {}));
  return (
    <search className="list-filter">
      <Search search={wanted.search} onSearch={(search) => want({ search })} />
      <div role="group" aria-label={say('states')} className="chips">
        {attestationStates.map((state) => (
          <Toggle
            key={state}
            isOn={wanted.states.includes(state)}
            onToggle={() => want({ states: toggled(wanted.states, state) })}
          >
            {wordIn(stateWords[state], language)}
          </Toggle>
        ))}
      </div>
      {labels && labels.list.length > 0 && (
        <div role="group" aria-label={say('labels')} className="chips">
          {labels.list.map(({ label, count }) => (
            <Toggle
              key={label}
              isOn={wanted.labels.includes(label)}
              onToggle={() => want({ labels: toggled(wanted.labels, label) })}
            >
              {label} <span className="numbers">{count}</span>
            </Toggle>
          ))}
        </div>
      )}
    </search>
  );
}

function Toggle({ isOn, onToggle, children }: { isOn: boolean; onToggle: () => void; children: React.ReactNode }) {
  return (
    <button type="button" className="toggle" aria-pressed={isOn} onClick={onToggle}>
      {children}
    </button>
  );
}

function Search({ search, onSearch }: { search: string; onSearch: (search: string) => void }) {
  const say = useWords();
  const [text, setText] = useState(search);
  // The address may change without the field: back, or filters cleared.
  useEffect(() => setText(search), [search]);
  useEffect(() => {
    if (text.trim() === search) return;
    const later = setTimeout(() => onSearch(text.trim()), pauseMs);
    return () => clearTimeout(later);
  });
  return (
    <Input
      className="list-search"
      prefix={<SearchOutlined aria-hidden />}
      type="search"
      aria-label={say('search')}
      placeholder={say('search')}
      allowClear
      maxLength={200}
      value={text}
      onChange={({ target }) => setText(target.value)}
      onPressEnter={() => onSearch(text.trim())}
    />
  );
}
