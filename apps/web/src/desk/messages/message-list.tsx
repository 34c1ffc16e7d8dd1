import { calls } from '@proofkeep/contract';
import { Button, Checkbox } from 'antd';
import { useState } from 'react';
import { queryOf } from '../../api/queries.ts';
import { useRows } from '../../api/rows.ts';
import { paths } from '../../ui/address/paths.ts';
import { LinkButton } from '../../ui/kit/link-button.tsx';
import { Pages } from '../../ui/kit/pages.tsx';
import { EmptyState } from '../../ui/notices/empty-state.tsx';
import { ErrorPanel } from '../../ui/notices/error-panel.tsx';
import { Skeleton } from '../../ui/notices/skeleton.tsx';
import { UndoLine } from '../../ui/notices/undo-line.tsx';
import { words } from '../../ui/words/words.ts';
import { MessageRow } from './message-row.tsx';
import { useDelete, useRead, useRestore, useUnread } from './queries.ts';
import type { Wanted } from './views.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('message-list', text);

interface Props {
  wanted: Wanted;
  want: (change: Partial<Wanted>) => void;
}

export function MessageList({ wanted, want }: Props) {
  const t = useWords();
  const { view, isUnread, page } = wanted;
  const kind = view === 'all' || view === 'announcements' ? undefined : view;
  const { data, error, refetch } = useRows(
    queryOf(calls.messages.news, { page, unread: isUnread, ...(kind ? { kind } : {}) }),
  );
  const unread = useUnread();
  const read = useRead();
  const remove = useDelete();
  const restore = useRestore();
  const [deleted, setDeleted] = useState<string | null>(null);
  const isAnyUnread = (kind ? unread?.byKind[kind] : unread?.total) !== 0;
  if (error && !data) return <ErrorPanel error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <div className="messages-tools">
        <Checkbox checked={isUnread} onChange={({ target }) => want({ isUnread: target.checked })}>
          {t('onlyUnread')}
        </Checkbox>
        {isAnyUnread && (
          <Button loading={read.isPending} onClick={() => read.mutate({ all: true, ...(kind ? { kind } : {}) })}>
            {t('readAll')}
          </Button>
        )}
      </div>
      <UndoLine
        done={deleted && t('deleted')}
        act={t('undo')}
        isPending={restore.isPending}
        onUndo={() => deleted && restore.mutate([deleted], { onSuccess: () => setDeleted(null) })}
      />
      {!data && <Skeleton rows={6} />}
      {data?.total === 0 && <None isUnread={isUnread} onShowAll={() => want({ isUnread: false })} />}
      {data && data.total > 0 && (
        <ul className="messages-list panel" aria-label={t('list')}>
          {data.list.map((message) => (
            <MessageRow
              key={message.id}
              row={message}
              onRead={() => read.mutate({ ids: [message.id] })}
              onDelete={() => remove.mutate([message.id], { onSuccess: () => setDeleted(message.id) })}
            />
          ))}
        </ul>
      )}
      <Pages total={data?.total} />
    </>
  );
}

function None({ isUnread, onShowAll }: { isUnread: boolean; onShowAll: () => void }) {
  const t = useWords();
  return (
    <EmptyState title={t(isUnread ? 'noneUnread' : 'none')} hint={isUnread ? undefined : t('noneHint')}>
      {isUnread ? (
        <Button onClick={onShowAll}>{t('showAll')}</Button>
      ) : (
        <LinkButton to={paths.notifications}>{t('settings')}</LinkButton>
      )}
    </EmptyState>
  );
}
