import type { Call, ReplyOf, Word } from '@proofkeep/contract';
import { Select } from 'antd';
import type { ComponentType, ReactNode } from 'react';
import { Link } from 'react-router';
import { SearchField } from '../../ui/forms/search-field.tsx';
import { wordOptions } from '../../ui/forms/word-options.ts';
import { Pages } from '../../ui/kit/pages.tsx';
import { ErrorPanel } from '../../ui/notices/error-panel.tsx';
import { Skeleton } from '../../ui/notices/skeleton.tsx';
import { useLanguage } from '../../ui/words/words.ts';

export const queueSize = 20;

/** Props of a queue. */
export interface QueueProps<Row> {
  title: string;
  queue: { data: { list: readonly Row[]; total: number } | undefined; error: Error | null; refetch: () => unknown };
  /** Key of the item that is open beside the queue and has the page heading. */
  chosen: string | undefined;
}

/** An item as listed in its queue. */
export type RowOf<C extends Call> = ReplyOf<C> extends { list: (infer Row)[] } ? Row : never;

interface Props<Row> extends QueueProps<Row> {
  filter: ReactNode;
  nothing: { title: string; hint?: string };
  children: (row: Row) => ReactNode;
}

/** Left half of a `Split`: the items to choose from. */
export function Queue<Row>({ title, queue, chosen, filter, nothing, children }: Props<Row>) {
  const { data, error, refetch } = queue;
  return (
    <>
      <div className="console-queue-head">
        {chosen === undefined ? <h1>{title}</h1> : <h2>{title}</h2>}
        {filter}
      </div>
      {!data && error && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {!data && !error && (
        <div className="console-queue-waiting">
          <Skeleton rows={8} />
        </div>
      )}
      {data?.list.length === 0 && (
        <div className="console-nothing">
          <strong>{nothing.title}</strong>
          {nothing.hint && <span className="secondary">{nothing.hint}</span>}
        </div>
      )}
      {data && data.list.length > 0 && <ul className="console-rows">{data.list.map(children)}</ul>}
      <Pages total={data?.total} size={queueSize} isNarrow />
    </>
  );
}

/** A row of the queue; its lines have the class `console-line`. */
export function QueueRow({ to, isChosen, children }: { to: string; isChosen: boolean; children: ReactNode }) {
  return (
    <li>
      <Link to={to} aria-current={isChosen ? 'true' : undefined}>
        {children}
      </Link>
    </li>
  );
}

type QueueWords = () => (name: 'none' | 'noneHint' | 'noneOther') => string;
type QueueAddress<Asked> = () => { asked: Asked; to(id: string): string };

interface ItemQueue<Row, Asked> {
  Filter: ComponentType;
  /**
   * Whether the queue lists everything that needs an operator. It decides whether an empty list says that nothing is
   * pending or that nothing matches.
   */
  isUnfiltered: (asked: Asked) => boolean;
  /** Lines of a row. */
  Lines: ComponentType<{ row: Row }>;
}

/** Makes the queue of items that have an id each. */
export function itemQueue<Row extends { id: string }, Asked>(
  useWords: QueueWords,
  useQueueAddress: QueueAddress<Asked>,
  { Filter, isUnfiltered, Lines }: ItemQueue<Row, Asked>,
) {
  return function ItemQueue(props: QueueProps<Row>) {
    const t = useWords();
    const { asked, to } = useQueueAddress();
    const nothing = isUnfiltered(asked) ? { title: t('none'), hint: t('noneHint') } : { title: t('noneOther') };
    return (
      <Queue {...props} filter={<Filter />} nothing={nothing}>
        {(row) => (
          <QueueRow key={row.id} to={to(row.id)} isChosen={row.id === props.chosen}>
            <Lines row={row} />
          </QueueRow>
        )}
      </Queue>
    );
  };
}

interface StateFilter<State extends string> {
  useWords: () => (name: 'state') => string;
  useQueueAddress: () => { asked: { state: State }; want(change: { state?: State }): void };
  words: Record<State, Word>;
  states: readonly State[];
}

/** Makes the field that chooses the state of the items that a queue lists. */
export function stateFilter<State extends string>({ useWords, useQueueAddress, words, states }: StateFilter<State>) {
  return function StateFilter() {
    const t = useWords();
    const language = useLanguage();
    const { asked, want } = useQueueAddress();
    return (
      <Select<State>
        aria-label={t('state')}
        value={asked.state}
        onChange={(state) => want({ state })}
        options={wordOptions(states, words, language)}
      />
    );
  };
}

interface StateSearch<State extends string> extends StateFilter<State> {
  useWords: () => (name: 'state' | 'search') => string;
  useQueueAddress: () => {
    asked: { state: State; search: string };
    want(change: { state?: State; search?: string }): void;
  };
}

/** Makes the filter of a queue by state and search text. */
export function stateSearch<State extends string>(filter: StateSearch<State>) {
  const ByState = stateFilter(filter);
  return function StateSearch() {
    const t = filter.useWords();
    const { asked, want } = filter.useQueueAddress();
    return (
      <div className="console-filter" data-search>
        <ByState />
        <SearchField label={t('search')} text={asked.search} onSearch={(search) => want({ search })} />
      </div>
    );
  };
}
