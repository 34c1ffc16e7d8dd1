import { entryKinds, entryKindWords, services, serviceWords } from '@proofkeep/contract';
import { Input } from 'antd';
import type { ReactNode } from 'react';
import { FilterSelect } from '../../ui/forms/filter-select.tsx';
import { Toggles, toggled } from '../../ui/kit/toggles.tsx';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';
import type { Wanted } from './entries-address.ts';
import text from './words.json' with { type: 'json' };

export type People = readonly { userId: string; name: string }[];

const useWords = words('entries-filter', text);

interface Props {
  wanted: Wanted;
  want: (change: Partial<Wanted>) => void;
  people: People | null;
}

export function EntriesFilter({ wanted, want, people }: Props) {
  const t = useWords();
  const language = useLanguage();
  return (
    <search className="cost-center-filter">
      <Toggles
        label={t('kinds')}
        of={entryKinds}
        nameOf={(kind) => wordIn(entryKindWords[kind], language)}
        chosen={wanted.kinds}
        onToggle={(kind) => want({ kinds: toggled(wanted.kinds, kind) })}
      />
      <div className="cost-center-fields">
        <Day label={t('from')} value={wanted.from} max={wanted.to} onChange={(from) => want({ from })} />
        <Day label={t('to')} value={wanted.to} min={wanted.from} onChange={(to) => want({ to })} />
        <Field label={t('service')}>
          <FilterSelect
            label={t('service')}
            all={t('allServices')}
            value={wanted.service}
            options={services.map((value) => ({ value, label: wordIn(serviceWords[value].name, language) }))}
            onChange={(service) => want({ service })}
          />
        </Field>
        {people && people.length > 1 && (
          <Field label={t('member')}>
            <FilterSelect
              label={t('member')}
              all={t('allMembers')}
              value={wanted.userId}
              showSearch={{ optionFilterProp: 'label' }}
              options={people.map(({ userId, name }) => ({ value: userId, label: name }))}
              onChange={(userId) => want({ userId })}
            />
          </Field>
        )}
      </div>
    </search>
  );
}

function Field({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="cost-center-field">
      <span aria-hidden className="secondary">
        {label}
      </span>
      {children}
    </div>
  );
}

interface DayProps {
  label: string;
  value: string;
  min?: string;
  max?: string;
  onChange: (day: string) => void;
}

function Day({ label, value, min, max, onChange }: DayProps) {
  return (
    <Field label={label}>
      <Input
        type="date"
        aria-label={label}
        value={value}
        {...(min ? { min } : {})}
        {...(max ? { max } : {})}
        onChange={({ target }) => onChange(target.value)}
      />
    </Field>
  );
}
