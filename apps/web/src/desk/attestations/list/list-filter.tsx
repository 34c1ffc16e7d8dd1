import { SearchOutlined } from '@ant-design/icons';
import { attestationKinds, attestationSearchLength, attestationStateWords, calls } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { Input } from 'antd';
import { useEffect, useState } from 'react';
import { queryOf } from '../../../api/queries.ts';
import { Toggles, toggled } from '../../../ui/kit/toggles.tsx';
import { useLanguage, wordIn, words } from '../../../ui/words/words.ts';
import type { Wanted } from './list-address.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('list-filter', text);

/** Pause in typing before the search starts. */
const pauseMs = 350;

export function ListFilter({ wanted, want }: { wanted: Wanted; want: (change: Partial<Wanted>) => void }) {
  const t = useWords();
  const language = useLanguage();
  const { data: labels } = useQuery(queryOf(calls.attestations.labels, {}));
  const counts = new Map(labels?.list.map(({ label, count }) => [label, count]));
  return (
    <search className="attestations-list-filter">
      <Search search={wanted.search} onSearch={(search) => want({ search })} />
      <div className="attestations-list-chips">
        <Toggles
          label={t('kinds')}
          of={attestationKinds}
          nameOf={(kind) => t(kind)}
          chosen={wanted.kinds}
          onToggle={(kind) => want({ kinds: toggled(wanted.kinds, kind) })}
        />
        <Day label={t('from')} value={wanted.from} max={wanted.to} onChange={(from) => want({ from })} />
        <Day label={t('to')} value={wanted.to} min={wanted.from} onChange={(to) => want({ to })} />
        {wanted.states.length > 0 && (
          <Toggles
            label={t('states')}
            of={wanted.states}
            nameOf={(state) => `${wordIn(attestationStateWords[state], language)} ×`}
            chosen={wanted.states}
            onToggle={(state) => want({ states: toggled(wanted.states, state) })}
          />
        )}
      </div>
      {counts.size > 0 && (
        <Toggles
          label={t('labels')}
          of={[...counts.keys()]}
          nameOf={(label) => (
            <>
              {label} <span className="numbers">{counts.get(label)}</span>
            </>
          )}
          chosen={wanted.labels}
          onToggle={(label) => want({ labels: toggled(wanted.labels, label) })}
        />
      )}
    </search>
  );
}

function Day({
  label,
  value,
  min,
  max,
  onChange,
}: {
  label: string;
  value: string;
  min?: string;
  max?: string;
  onChange: (day: string) => void;
}) {
  return (
    <label className="attestations-list-day">
      <span className="secondary">{label}</span>
      <input
        type="date"
        value={value}
        min={min || undefined}
        max={max || undefined}
        onChange={({ target }) => onChange(target.value)}
      />
    </label>
  );
}

function Search({ search, onSearch }: { search: string; onSearch: (search: string) => void }) {
  const t = useWords();
  const [text, setText] = useState(search);
  // The URL also changes without typing: back button, cleared filters.
  useEffect(() => setText(search), [search]);
  useEffect(() => {
    if (text.trim() === search) return;
    const later = setTimeout(() => onSearch(text.trim()), pauseMs);
    return () => clearTimeout(later);
  });
  return (
    <Input
      className="attestations-list-search"
      prefix={<SearchOutlined aria-hidden />}
      type="search"
      aria-label={t('search')}
      placeholder={t('search')}
      allowClear
      maxLength={attestationSearchLength}
      value={text}
      onChange={({ target }) => setText(target.value)}
      onPressEnter={() => onSearch(text.trim())}
    />
  );
}
