import { calls } from '@proofkeep/contract';
import { queryOf } from '../../api/queries.ts';
import { useRows } from '../../api/rows.ts';
import { Moment } from '../../ui/kit/moment.tsx';
import { Pages } from '../../ui/kit/pages.tsx';
import { EmptyState } from '../../ui/notices/empty-state.tsx';
import { ErrorPanel } from '../../ui/notices/error-panel.tsx';
import { Skeleton } from '../../ui/notices/skeleton.tsx';
import { useLanguage, words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('announcements', text);

/** The operator's announcements, as plain text. */
export function Announcements({ page }: { page: number }) {
  const t = useWords();
  const language = useLanguage();
  const { data, error, refetch } = useRows(queryOf(calls.announcements.list, { page }));
  if (error && !data) return <ErrorPanel error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton rows={6} />;
  if (data.total === 0) return <EmptyState title={t('none')} hint={t('noneHint')} />;
  return (
    <>
      {data.list.map(({ id, title, text, publishedAt, correctedAt }) => (
        <article key={id} id={id} className="messages-announcement panel">
          <h2>{title[language]}</h2>
          <p className="secondary">
            <Moment at={publishedAt} />
            {correctedAt && (
              <>
                {' · '}
                {t('corrected')} <Moment at={correctedAt} />
              </>
            )}
          </p>
          <p className="messages-announcement-text">{text[language]}</p>
        </article>
      ))}
      <Pages total={data.total} />
    </>
  );
}
