import { payWays, payWayWords, type Word } from '@proofkeep/contract';
import { Button, Input, Select } from 'antd';
import { OrderSearch } from '../../ui/money/order-search.tsx';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';
import { type Filter, useFilter } from './address.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('console-money-filters', text);

interface Props {
  states: Readonly<Record<string, Word>>;
  /** Undefined if the listed items have no kinds. */
  kinds?: Readonly<Record<string, Word>>;
}

/** Search field, then the other filters; all kept in the URL. */
export function Filters({ states, kinds }: Props) {
  const t = useWords();
  const { filter, want, clear } = useFilter();
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <search className="console-orders-filters">
      <OrderSearch label={t('search')} text={filter.search ?? ''} onSearch={(search) => want({ search })} />
      <div className="console-orders-choices">
        <Choice name="state" label={t('state')} all={t('allStates')} options={states} filter={filter} want={want} />
        {kinds && (
          <Choice name="kind" label={t('kind')} all={t('allKinds')} options={kinds} filter={filter} want={want} />
        )}
        <Choice
          name="provider"
          label={t('provider')}
          all={t('allProviders')}
          options={Object.fromEntries(payWays.map((way) => [way, payWayWords[way]]))}
          filter={filter}
          want={want}
        />
        {(['since', 'until'] as const).map((name) => (
          <label key={name} className="console-orders-day">
            <span className="secondary">{t(name)}</span>
            <Input type="date" value={filter[name] ?? ''} onChange={({ target }) => want({ [name]: target.value })} />
          </label>
        ))}
      </div>
      {isFiltered && (
        <Button type="link" size="small" onClick={clear}>
          {t('clear')}
        </Button>
      )}
    </search>
  );
}

interface ChoiceProps {
  name: 'state' | 'kind' | 'provider';
  label: string;
  all: string;
  options: Readonly<Record<string, Word>>;
  filter: Filter;
  want: ReturnType<typeof useFilter>['want'];
}

function Choice({ name, label, all, options, filter, want }: ChoiceProps) {
  const language = useLanguage();
  const chosen = filter[name];
  return (
    <Select
      data-wide={name === 'provider' ? true : undefined}
      aria-label={label}
      value={chosen && chosen in options ? chosen : ''}
      onChange={(value) => want({ [name]: value })}
      options={[
        { value: '', label: all },
        ...Object.entries(options).map(([value, word]) => ({ value, label: wordIn(word, language) })),
      ]}
    />
  );
}
