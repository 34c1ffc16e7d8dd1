import './announcements.css';
import { type AnnouncementDraft, announcementStateTable, calls } from '@proofkeep/contract';
import { Button } from 'antd';
import { Link, useSearchParams } from 'react-router';
import { queryOf } from '../../api/queries.ts';
import { useRows } from '../../api/rows.ts';
import { pageOf } from '../../ui/address/address.ts';
import { useTitle } from '../../ui/address/title.ts';
import { Moment } from '../../ui/kit/moment.tsx';
import { Pages } from '../../ui/kit/pages.tsx';
import { ErrorPanel } from '../../ui/notices/error-panel.tsx';
import { Skeleton } from '../../ui/notices/skeleton.tsx';
import { useLanguage, words } from '../../ui/words/words.ts';
import { queueSize } from '../ui/queue.tsx';
import { BackLink } from '../ui/selected-item.tsx';
import { Split } from '../ui/split.tsx';
import { AnnouncementChip } from './announcement-chip.tsx';
import { AnnouncementView } from './announcement-view.tsx';
import { DraftForm } from './draft-form.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('console-announcements', text);

export function Component() {
  const t = useWords();
  useTitle(t('title'));
  const [query, setQuery] = useSearchParams();
  const chosen = query.get('id');
  const page = pageOf(query);
  const { data, error, refetch } = useRows(queryOf(calls.announcements.all, { page, size: queueSize }));
  const choose = (id: string) => setQuery({ id, ...(page > 1 ? { page: String(page) } : {}) });
  const failed = error && !data && <ErrorPanel error={error} onRetry={() => void refetch()} />;
  return (
    <Split
      isChosen={chosen !== null}
      queue={
        <>
          <div className="console-announcements-head">
            {chosen === null ? <h1>{t('title')}</h1> : <h2>{t('title')}</h2>}
            <Button type="primary" onClick={() => choose('new')}>
              {t('write')}
            </Button>
          </div>
          {failed || (!data && <Skeleton />)}
          {data?.total === 0 && <p className="console-nothing secondary">{t('none')}</p>}
          <Queue rows={data?.list ?? []} chosen={chosen} />
          <Pages total={data?.total} size={queueSize} isNarrow />
        </>
      }
      item={
        <>
          {chosen && <BackLink to={{ search: page > 1 ? `?page=${page}` : '' }} />}
          {chosen && chosen !== 'new' && !data ? (
            <>
              <h1>{t('title')}</h1>
              {failed || <Skeleton />}
            </>
          ) : (
            <AnnouncementPane chosen={chosen} rows={data?.list} onWritten={({ id }) => choose(id)} />
          )}
        </>
      }
    />
  );
}

function Queue({ rows, chosen }: { rows: readonly AnnouncementDraft[]; chosen: string | null }) {
  const t = useWords();
  const language = useLanguage();
  const [query] = useSearchParams();
  const addressOf = (id: string) => {
    const next = new URLSearchParams(query);
    next.set('id', id);
    return { search: next.toString() };
  };
  return (
    <ul className="console-rows console-announcements-queue" aria-label={t('list')}>
      {rows.map(({ id, state, title, createdAt, publishedAt }) => (
        <li key={id}>
          <Link to={addressOf(id)} aria-current={id === chosen ? 'true' : undefined}>
            <span>{title[language]}</span>
            <span className="console-announcements-about">
              <AnnouncementChip state={state} />
              <span className="secondary">
                <Moment at={publishedAt ?? createdAt} />
              </span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

interface AnnouncementPaneProps {
  chosen: string | null;
  rows: readonly AnnouncementDraft[] | undefined;
  onWritten: (draft: AnnouncementDraft) => void;
}

function AnnouncementPane({ chosen, rows, onWritten }: AnnouncementPaneProps) {
  const t = useWords();
  const found = rows?.find(({ id }) => id === chosen);
  if (chosen === 'new') return <DraftForm key="new" draft={null} onSaved={onWritten} />;
  if (found && announcementStateTable.allowed(found.state, 'operator').includes('edit'))
    return <DraftForm key={found.id} draft={found} onSaved={onWritten} />;
  if (found) return <AnnouncementView announcement={found} />;
  return (
    <>
      {chosen && <h1>{t('title')}</h1>}
      <p className="secondary">{t('choose')}</p>
    </>
  );
}
