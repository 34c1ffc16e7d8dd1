import './sign-in.css';
import { useState } from 'react';
import { Alert } from '../../ui/plain/alert.tsx';
import { Button } from '../../ui/plain/button.tsx';
import { forgetIdentity, keptIdentity } from '../../ui/third-party/third.ts';
import { words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('waiting-identity', text);

/** Shown above the sign-in and registration forms if this tab keeps a third-party identity. */
export function PendingIdentity() {
  const t = useWords();
  const [kept, setKept] = useState(keptIdentity);
  if (!kept) return null;
  const notNow = () => {
    forgetIdentity();
    setKept(null);
  };
  return (
    <div className="sign-in-third-waits">
      <Alert kind="info" title={t('waits', { name: kept.name, label: kept.label ?? t('nameless') })}>
        <Button onClick={notNow}>{t('notNow')}</Button>
      </Alert>
    </div>
  );
}
