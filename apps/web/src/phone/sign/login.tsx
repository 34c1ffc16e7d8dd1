import '../tasks.css';
import { lazy, Suspense } from 'react';
import { useParams } from 'react-router';
import { useTitle } from '../../ui/address/title.ts';
import { words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('sign-login', text);

/** Loads behind the frame. */
const LoginForm = lazy(async () => ({ default: (await import('./login-form.tsx')).LoginForm }));

/** `/h5sign/login/{nid}`: a party who followed the link or QR code proves that the phone is theirs. */
export function Component() {
  const t = useWords();
  useTitle(t('title'));
  const { nid = '' } = useParams();
  return (
    <div className="phone-page">
      <h1>{t('title')}</h1>
      <p>{t('lead')}</p>
      <p className="phone-number">
        {t('no')} <span className="mono">{nid}</span>
      </p>
      <Suspense>
        <LoginForm nid={nid} />
      </Suspense>
    </div>
  );
}
