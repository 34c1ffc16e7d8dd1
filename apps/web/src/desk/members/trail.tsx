import { type AuditEntry, calls, eventWords } from '@proofkeep/contract';
import { Link, useSearchParams } from 'react-router';
import { queryOf } from '../../api/queries.ts';
import { useRows } from '../../api/rows.ts';
import { pageOf } from '../../ui/address/address.ts';
import { paths } from '../../ui/address/paths.ts';
import { Moment } from '../../ui/kit/moment.tsx';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';
import { Cards } from './cards.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('member-trail', text);

/** Audit trail of the account, newest first. */
export function Trail() {
  const t = useWords();
  const [query] = useSearchParams();
  const page = pageOf(query);
  const found = useRows({
    ...queryOf(calls.members.auditList, { page }),
    // Users expect to see what they did a moment ago.
    staleTime: 0,
  });
  return (
    <Cards query={found} label={t('list')} hint={t('hint')} rows={8}>
      {(entry) => <Entry key={entry.id} entry={entry} />}
    </Cards>
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
