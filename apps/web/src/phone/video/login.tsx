import '../tasks.css';
import { lazy, Suspense } from 'react';
import { useParams } from 'react-router';
import { paths } from '../../ui/address/paths.ts';
import { useTitle } from '../../ui/address/title.ts';
import { words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('video-login', text);

/** Loaded separately, so that the page's frame shows first. */
const LoginForm = lazy(async () => ({ default: (await import('./login-form.tsx')).LoginForm }));

/** `/h5video/login/{roomId}/{phone}/{type}`: a party enters with phone and code; a notary is directed to the console. */
export function Component() {
  const t = useWords();
  useTitle(t('title'));
  const { nid = '', phone = '', type = '' } = useParams();
  return (
    <div className="phone-page">
      <h1>{t('title')}</h1>
      {type === 'notary' ? (
        <>
          <p>{t('notary')}</p>
          <a className="button" data-kind="primary" href={paths.consoleSessions}>
            {t('console')}
          </a>
        </>
      ) : (
        <>
          <p>{t('lead')}</p>
          <p className="phone-number">
            {t('no')} <span className="mono">{nid}</span>
          </p>
          <Suspense>
            <LoginForm nid={nid} phone={/^1\d{10}$/.test(phone) ? phone : ''} />
          </Suspense>
        </>
      )}
    </div>
  );
}
