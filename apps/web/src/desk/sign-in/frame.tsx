import './frame.css';
import type { ReactNode } from 'react';
import { useTitle } from '../../ui/address/title.ts';
import { Brand } from '../../ui/frame/brand.tsx';
import { Foot } from '../../ui/frame/foot.tsx';
import { PlatformFoot } from '../../ui/frame/platform-foot.tsx';
import { Switches } from '../../ui/frame/switches.tsx';
import { words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('account-frame', text);

/** Page frame of sign-in, registration and password reset. */
export function Frame({ title, hint, children }: { title: string; hint?: ReactNode; children: ReactNode }) {
  const t = useWords();
  useTitle(title);
  return (
    <div className="sign-in">
      <header className="sign-in-top">
        <Brand />
        <div className="actions">
          <Switches />
        </div>
      </header>
      <main className="sign-in-main">
        <section className="sign-in-promise">
          <p className="sign-in-promise-title">{t('promise')}</p>
          <ul>
            <li>{t('one')}</li>
            <li>{t('two')}</li>
            <li>{t('three')}</li>
          </ul>
        </section>
        <section className="sign-in-form panel">
          <h1>{title}</h1>
          {hint && <p className="secondary">{hint}</p>}
          {children}
        </section>
      </main>
      <Foot />
      <PlatformFoot />
    </div>
  );
}
