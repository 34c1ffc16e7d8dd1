import { type AuditEntry, calls, eventWords } from '@proofkeep/contract';
import { Link, useSearchParams } from 'react-router';
import { queryOf } from '../../api/queries.ts';
import { useRows } from '../../api/rows.ts';
import { pageOf } from '../../ui/address/address.ts';
import { paths } from '../../ui/address/paths.ts';
import { Moment } from '../../ui/kit/moment.tsx';
import { Pages } from '../../ui/kit/pages.tsx';
import { ErrorPanel } from '../../ui/notices/error-panel.tsx';
import { Skeleton } from '../../ui/notices/skeleton.tsx';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('member-trail', text);

/** Audit trail of the account, newest first. */
export function Trail() {
  const t = useWords();
  const [query] = useSearchParams();
  const page = pageOf(query);
  const { data, error, refetch } = useRows({
    ...queryOf(calls.members.auditList, { page }),
    // Users expect to see what they did a moment ago.
    staleTime: 0,
  });
  if (error && !data) return <ErrorPanel error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton rows={8} />;
  return (
    <>
      <p className="secondary members-hint">{t('hint')}</p>
      <ol className="members-cards panel" aria-label={t('list')}>
        {data.list.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ol>
      <Pages total={data.total} />
    </>
  );
}

function Entry({ entry: { at, event, isRefused, person, actedAs, address, about, ano } }: { entry: AuditEntry }) {
  const t = useWords();
  const language = useLanguage();
  const name = person?.name ?? t('unknown');
  const word = eventWords[event];
  return (
    <li>
      <div className="members-name">
        <span>
          <strong>{word ? wordIn(word, language) : event}</strong>
          {isRefused && <span className="secondary">{t('refused')}</span>}
          {about && <> · {about}</>}
          {ano && (
            <>
              {' · '}
              <Link to={paths.attestation(ano)}>{ano}</Link>
            </>
          )}
        </span>
        <span className="secondary">{actedAs ? t('actedAs', { person: name, as: actedAs.name }) : name}</span>
      </div>
      <div className="members-name members-when secondary">
        <Moment at={at} />
        {address !== null && <span className="numbers">{t('address', { address })}</span>}
      </div>
    </li>
  );
}
