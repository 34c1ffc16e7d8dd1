import { calls, type RecoveryCase, recoveryStateTable, recoveryStateWords } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { queryOf } from '../../api/queries.ts';
import { CertificationChip } from '../../ui/account/certification-chip.tsx';
import { paths } from '../../ui/address/paths.ts';
import { Moment } from '../../ui/kit/moment.tsx';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';
import { Facts } from '../ui/facts.tsx';
import { manualRefetch } from '../ui/manual-refetch.ts';
import { SelectedItem } from '../ui/selected-item.tsx';
import { Factors, SignIns } from './applicant.tsx';
import { Decision } from './decision.tsx';
import { RecoveryChip } from './recovery-chip.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('console-recovery-case', text);

/** One request. Each view is recorded in the audit trail, so it is never refetched automatically. */
export function Case({ id, back }: { id: string; back: string }) {
  const found = useQuery({
    ...queryOf(calls.recovery.recoveryCase, { id }),
    ...manualRefetch,
    gcTime: 0,
  });
  return (
    <SelectedItem back={back} found={found}>
      {(data) => (
        <>
          <Whole item={data} />
          {recoveryStateTable.allowed(data.state, 'operator').length > 0 && (
            <Decision item={data} onDecided={() => void found.refetch()} />
          )}
        </>
      )}
    </SelectedItem>
  );
}

function Whole({ item }: { item: RecoveryCase }) {
  const t = useWords();
  return (
    <>
      <div className="page-heading">
        <h1>{t('title', { name: item.name })}</h1>
        <RecoveryChip state={item.state} />
      </div>
      <div className="console-columns console-recoveries-item">
        <Request item={item} />
        <Person item={item} />
        <Factors item={item} />
        <SignIns signIns={item.signIns} />
      </div>
    </>
  );
}

function Request({ item }: { item: RecoveryCase }) {
  const t = useWords();
  const language = useLanguage();
  const { device, address, askedAt, effectiveAt, endedAt, decidedBy, note, earlier } = item;
  const { browser, system } = device;
  const named = browser && system ? t('on', { browser, system }) : (browser ?? system);
  return (
    <section>
      <h2>{t('request')}</h2>
      <blockquote className="console-recoveries-statement" aria-label={t('statement')}>
        {item.statement}
      </blockquote>
      <Facts
        facts={[
          [t('askedAt'), <Moment key="asked" at={askedAt} />],
          [
            t('from'),
            <span key="from">
              <code>{address}</code> {named}
            </span>,
          ],
          [t('shown'), t('shownWhat')],
          [t('effectiveAt'), effectiveAt && <Moment key="effective" at={effectiveAt} />],
          [t('decidedBy'), decidedBy],
          [t('note'), note],
          [t('endedAt'), endedAt && <Moment key="ended" at={endedAt} />],
          [
            t('earlier'),
            earlier.length > 0 && (
              <ul key="earlier">
                {earlier.map((one) => (
                  <li key={one.askedAt}>
                    <Moment at={one.askedAt} /> {wordIn(recoveryStateWords[one.state], language)}
                  </li>
                ))}
              </ul>
            ),
          ],
        ]}
      />
    </section>
  );
}

function Person({ item }: { item: RecoveryCase }) {
  const t = useWords();
  const { certification, accountId, accountName, registeredAt, liveSessions } = item;
  return (
    <section>
      <h2>{t('person')}</h2>
      <Facts
        facts={[
          [t('name'), item.name],
          [
            t('phone'),
            <span key="phone" className="numbers">
              {item.phone}
            </span>,
          ],
          [
            t('account'),
            <Link key="account" to={paths.consoleAccount(accountId)}>
              {accountName}
            </Link>,
          ],
          [t('registeredAt'), <Moment key="registered" at={registeredAt} />],
          [
            t('certification'),
            <span key="certification">
              <CertificationChip state={certification.state} /> {certification.name}{' '}
              {certification.id && <Link to={paths.consoleCertification(certification.id)}>{t('compare')}</Link>}
            </span>,
          ],
          [
            t('sessions'),
            <span key="sessions" className="numbers">
              {liveSessions}
            </span>,
          ],
        ]}
      />
    </section>
  );
}
