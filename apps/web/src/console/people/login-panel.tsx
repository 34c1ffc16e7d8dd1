import { type AccountPage, permissionWords } from '@proofkeep/contract';
import { Moment } from '../../ui/kit/moment.tsx';
import { AgoCell, MomentCell } from '../../ui/kit/moment-cell.tsx';
import { TableHead } from '../../ui/kit/table-head.tsx';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';
import { Bar } from './bar.tsx';
import { PersonChips } from './chips.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('console-login', text);

type Login = AccountPage['logins'][number];

export function LoginPanel({ login }: { login: Login }) {
  const t = useWords();
  const language = useLanguage();
  const { loginId, name, phone, loginName, email, registeredAt, permissions, barred, sessions } = login;
  return (
    <section className="panel console-people-login" aria-label={name}>
      <header>
        <div>
          <h2>
            {name} <PersonChips {...login} isBarred={barred !== null} />
          </h2>
          <p className="secondary">
            <span className="numbers">{phone}</span> {loginName} {email} {t('registered')} <Moment at={registeredAt} />
          </p>
        </div>
        <Bar kind="login" id={loginId} name={name} barred={barred} />
      </header>
      {barred && <p className="console-people-barred">{t('barredBy', { name: barred.by, reason: barred.reason })}</p>}
      {permissions.length > 0 && (
        <ul className="chips">
          {permissions.map((permission) => (
            <li key={permission} className="chip">
              {wordIn(permissionWords[permission], language)}
            </li>
          ))}
        </ul>
      )}
      {sessions.length === 0 ? <p className="secondary">{t('noSessions')}</p> : <Sessions sessions={sessions} />}
    </section>
  );
}

function Sessions({ sessions }: Pick<Login, 'sessions'>) {
  const t = useWords();
  return (
    <table className="console-table">
      <caption className="secondary">{t('sessions', { count: sessions.length })}</caption>
      <TableHead columns={[t('address'), t('began'), t('seen')]} />
      <tbody>
        {sessions.map(({ address, userAgent, beganAt, seenAt }) => (
          <tr key={`${address} ${beganAt}`}>
            <td>
              <code>{address}</code>
              <div className="secondary console-people-agent" title={userAgent}>
                {userAgent}
              </div>
            </td>
            <MomentCell label={t('began')} at={beganAt} />
            <AgoCell label={t('seen')} at={seenAt} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}
