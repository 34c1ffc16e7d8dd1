import type { Call, SentOf } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { useParams } from 'react-router';
import { queryOf } from '../../api/queries.ts';
import { useTitle } from '../../ui/address/title.ts';
import type { QueueProps, RowOf } from './queue.tsx';
import { Split } from './split.tsx';

interface Halves<C extends Call> {
  Queue: ComponentType<QueueProps<RowOf<C>>>;
  /** The selected item; `back` leads to the queue alone. */
  Item: ComponentType<{ id: string; back: string }>;
}

/** Makes a page from a queue and its items. The words name the page and the hint for choosing an item. */
export function queuePage<C extends Call>(
  call: C,
  useWords: () => (name: 'title' | 'choose') => string,
  useQueueAddress: () => { asked: SentOf<C>; to(id: string | null): string },
  { Queue, Item }: Halves<C>,
) {
  return function QueuePage() {
    const t = useWords();
    useTitle(t('title'));
    const { id } = useParams();
    const { asked, to } = useQueueAddress();
    const queue = useQuery(queryOf(call, asked)) as QueueProps<RowOf<C>>['queue'];
    return (
      <Split
        isChosen={id !== undefined}
        queue={<Queue title={t('title')} queue={queue} chosen={id} />}
        item={id ? <Item key={id} id={id} back={to(null)} /> : <p className="secondary">{t('choose')}</p>}
      />
    );
  };
}
