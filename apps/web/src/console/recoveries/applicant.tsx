import { eventWords, factorWords, type RecoveryCase } from '@proofkeep/contract';
import { Chip } from '../../ui/kit/chip.tsx';
import { failed } from '../../ui/kit/looks.tsx';
import { Moment } from '../../ui/kit/moment.tsx';
import { TableHead } from '../../ui/kit/table-head.tsx';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('console-recovery-known', text);

export function Factors({ item: { factors, recoveryCodesLeft } }: { item: RecoveryCase }) {
  const t = useWords();
  const language = useLanguage();
  return (
    <section>
      <h2>{t('factors')}</h2>
      {factors.length === 0 ? (
        <p>{t('none')}</p>
      ) : (
        <ul className="console-recoveries-factors">
          {factors.map(({ kind, name, createdAt, usedAt }) => (
            <li key={`${kind} ${createdAt}`}>
              {wordIn(factorWords[kind], language)} “{name}”
              <div className="secondary">
                {usedAt ? (
                  <>
                    {t('used')} <Moment at={usedAt} />
                  </>
                ) : (
                  t('never')
                )}
              </div>
            </li>
          ))}
          <li>{t('codes', { count: recoveryCodesLeft })}</li>
        </ul>
      )}
    </section>
  );
}

export function SignIns({ signIns }: Pick<RecoveryCase, 'signIns'>) {
  const t = useWords();
  const language = useLanguage();
  return (
    <section>
      <h2 id="recovery-sign-ins">{t('signIns')}</h2>
      {signIns.length === 0 ? (
        <p className="secondary">{t('noSignIns')}</p>
      ) : (
        <table className="console-table" aria-labelledby="recovery-sign-ins">
          <TableHead columns={[t('at'), t('event'), t('address')]} />
          <tbody>
            {signIns.map(({ at, event, isRefused, address }) => (
              <tr key={`${at} ${event}`}>
                <td>
                  <Moment at={at} />
                </td>
                <td>
                  {eventWords[event] ? wordIn(eventWords[event], language) : event}
                  {isRefused && (
                    <>
                      {' '}
                      <Chip {...failed}>{t('refused')}</Chip>
                    </>
                  )}
                </td>
                <td data-label={t('address')}>
                  <code>{address}</code>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
