import './trail.css';
import { calls, eventWords, type SentOf, staffRoleWords, type TrailEvent } from '@proofkeep/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { Link } from 'react-router';
import { ask } from '../../api/ask.ts';
import { paths } from '../../ui/address/paths.ts';
import { Moment } from '../../ui/kit/moment.tsx';
import { Table } from '../../ui/kit/table.tsx';
import { ErrorPanel } from '../../ui/notices/error-panel.tsx';
import { Skeleton } from '../../ui/notices/skeleton.tsx';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';
import { manualRefetch } from './manual-refetch.ts';
import { useSubjectWords } from './subject-words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('console-trail-rows', text);

export type Asked = Omit<SentOf<typeof calls.people.readTrail>, 'cursor' | 'size'>;

/** The audit trail; the next page loads on request. */
export function Trail({ asked }: { asked: Asked }) {
  const t = useWords();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: [calls.people.readTrail.path, asked],
    queryFn: ({ pageParam, signal }) => ask(calls.people.readTrail, { ...asked, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    ...manualRefetch,
  });
  if (!data) return error ? <ErrorPanel error={error} onRetry={() => void refetch()} /> : <Skeleton rows={12} />;
  const events = data.pages.flatMap(({ list }) => list);
  if (events.length === 0)
    return (
      <div className="console-nothing panel">
        <h2>{t('none')}</h2>
        <p className="secondary">{t('noneHint')}</p>
      </div>
    );
  return (
    <>
      <Table
        className="console-table"
        caption={t('caption')}
        columns={[t('at'), t('event'), t('by'), t('account'), t('details')]}
      >
        {events.map((event) => (
          <Row key={event.id} event={event} />
        ))}
      </Table>
      <p className="console-trail-foot">
        {hasNextPage ? (
          <Button onClick={() => void fetchNextPage()} loading={isFetchingNextPage}>
            {t('more')}
          </Button>
        ) : (
          <span className="secondary">{t('end')}</span>
        )}
      </p>
    </>
  );
}

function Row({ event: { at, event, by, accountId, accountName, address, subject, traceId } }: { event: TrailEvent }) {
  const t = useWords();
  const language = useLanguage();
  const { sayName, sayValue } = useSubjectWords();
  const word = eventWords[event];
  return (
    <tr>
      <td className="console-trail-time">
        <Moment at={at} />
      </td>
      <td data-label={t('event')}>
        {word && wordIn(word, language)}
        <div className={word ? 'secondary' : undefined}>
          <code>{event}</code>
        </div>
      </td>
      <td data-label={t('by')}>
        <Who by={by} />
        <div className="secondary">
          <code>{address}</code>
        </div>
      </td>
      <td data-label={accountId ? t('account') : undefined}>
        {accountId && <Link to={paths.consoleAccount(accountId)}>{accountName}</Link>}
      </td>
      <td className="console-trail-details" title={traceId}>
        {Object.entries(subject)
          .filter(([, value]) => value !== '')
          .map(([name, value]) => (
            <div key={name}>
              <span className="secondary">{sayName(name)}</span> {sayValue(name, value)}
            </div>
          ))}
      </td>
    </tr>
  );
}

function Who({ by }: Pick<TrailEvent, 'by'>) {
  const t = useWords();
  const language = useLanguage();
  if (!by) return <span className="secondary">{t('notSignedIn')}</span>;
  return (
    <>
      {by.name}
      {by.role && <span className="chip console-trail-role">{wordIn(staffRoleWords[by.role], language)}</span>}
      {by.actingAs && <div className="secondary">{t('actingAs', { name: by.actingAs })}</div>}
    </>
  );
}
