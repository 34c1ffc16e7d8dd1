import { searchLength } from '@proofkeep/contract';
import '../ui/trail.css';
import { Button, Input } from 'antd';
import { type FormEvent, useState } from 'react';
import { useSearchParams } from 'react-router';
import { paths } from '../../ui/address/paths.ts';
import { LinkButton } from '../../ui/kit/link-button.tsx';
import { PageHeading } from '../../ui/kit/page-heading.tsx';
import { dayAfter } from '../../ui/words/formatters.ts';
import { words } from '../../ui/words/words.ts';
import { type Asked, Trail } from '../ui/trail.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('console-trail', text);

const fields = ['event', 'address', 'traceId', 'staffId', 'since', 'until'] as const;
type Field = (typeof fields)[number];
type Filter = Partial<Record<Field, string>>;

const event = /^[a-z-]+(\.[a-z-]+)?$/;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const day = /^\d{4}-\d{2}-\d{2}$/;

const filterFrom = (query: URLSearchParams): Filter =>
  Object.fromEntries(fields.flatMap((name) => (query.get(name) ? [[name, query.get(name)]] : []))) as Filter;

/** Converts the filter to the call's input; ignores invalid values in the URL. */
function askedBy(filter: Filter): Asked {
  const startOf = (text: string | undefined) => {
    if (!text || !day.test(text)) return undefined;
    const start = new Date(`${text}T00:00:00`);
    return Number.isNaN(start.getTime()) ? undefined : start.toISOString();
  };
  return {
    event: event.test(filter.event ?? '') ? filter.event : undefined,
    staffId: uuid.test(filter.staffId ?? '') ? filter.staffId : undefined,
    address: filter.address?.slice(0, 60),
    traceId: filter.traceId?.slice(0, 60),
    since: startOf(filter.since),
    until: startOf(dayAfter(filter.until)),
  };
}

export function Component() {
  const t = useWords();
  const [query, setQuery] = useSearchParams();
  const filter = filterFrom(query);
  return (
    <>
      <PageHeading title={t('title')} />
      <p className="secondary console-trail-hint">{t('hint')}</p>
      <FilterForm key={query.toString()} filter={filter} onFind={(next) => setQuery(next as Record<string, string>)} />
      <Trail asked={askedBy(filter)} />
    </>
  );
}

/** Searches on submit, not while typing: the audit trail records every search. */
function FilterForm({ filter, onFind }: { filter: Filter; onFind: (filter: Filter) => void }) {
  const t = useWords();
  const [typed, setTyped] = useState(filter);
  const isWrong = Boolean(typed.event?.trim()) && !event.test(typed.event?.trim() ?? '');
  const send = (submitted: FormEvent) => {
    submitted.preventDefault();
    if (isWrong) return;
    onFind(Object.fromEntries(Object.entries(typed).flatMap(([k, v]) => (v.trim() ? [[k, v.trim()]] : []))));
  };
  return (
    <search>
      <form className="console-trail-filter" onSubmit={send}>
        {fields.map((name) => (
          <label key={name}>
            <span>{t(name)}</span>
            <Input
              type={name === 'since' || name === 'until' ? 'date' : 'text'}
              maxLength={searchLength}
              placeholder={name === 'event' ? t('eventAs') : undefined}
              value={typed[name] ?? ''}
              status={name === 'event' && isWrong ? 'error' : ''}
              aria-invalid={name === 'event' && isWrong}
              onChange={({ target }) => setTyped({ ...typed, [name]: target.value })}
            />
            {name === 'event' && isWrong && <span role="alert">{t('wrong')}</span>}
          </label>
        ))}
        <span className="actions">
          <Button type="primary" htmlType="submit">
            {t('find')}
          </Button>
          {Object.keys(filter).length > 0 && <LinkButton to={paths.consoleTrail}>{t('clear')}</LinkButton>}
        </span>
      </form>
    </search>
  );
}
