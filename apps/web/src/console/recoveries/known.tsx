import { eventWords, factorWords, type RecoveryCase } from '@proofkeep/contract';
import { Moment } from '../../ui/kit/moment.tsx';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('console-recovery-known', text);

export function Factors({ matter: { factors, recoveryCodesLeft } }: { matter: RecoveryCase }) {
  const say = useWords();
  const language = useLanguage();
  return (
    <section>
      <h2>{say('factors')}</h2>
      {factors.length === 0 ? (
        <p>{say('none')}</p>
      ) : (
        <ul className="console-recoveries-factors">
          {factors.map(({ kind, name, createdAt, usedAt }) => (
            <li key={`${kind} ${createdAt}`}>
              {wordIn(factorWords[kind], language)} “{name}”
              <div className="secondary">
                {usedAt ? (
                  <>
                    {say('used')} <Moment at={usedAt} />
                  </>
                ) : (
                  say('never')
                )}
              </div>
            </li>
          ))}
          <li>{say('codes', { count: recoveryCodesLeft })}</li>
        </ul>
      )}
    </section>
  );
}

export function SignIns({ signIns }: Pick<RecoveryCase, 'signIns'>) {
  const say = useWords();
  const language = useLanguage();
  return (
    <section>
      <h2 id="recovery-sign-ins">{say('signIns')}</h2>
      {signIns.length === 0 ? (
        <p className="secondary">{say('noSignIns')}</p>
      ) : (
        <table className="console-table" aria-labelledby="recovery-sign-ins">
          <thead>
            <tr>
              <th scope="col">{say('at')}</th>
              <th scope="col">{say('event')}</th>
              <th scope="col">{say('address')}</th>
            </tr>
          </thead>
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
                      <span className="chip" data-tone="danger">
                        {say('refused')}
                      </span>
                    </>
                  )}
                </td>
                <td data-label={say('address')}>
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
