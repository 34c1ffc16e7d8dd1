import './frame.css';
import type { ReactNode } from 'react';
import { useTitle } from '../../ui/address/title.ts';
import { Brand } from '../../ui/frame/brand.tsx';
import { Foot } from '../../ui/frame/foot.tsx';
import { PlatformFoot } from '../../ui/frame/platform-foot.tsx';
import { LanguageSwitch, ThemeSwitch } from '../../ui/theme/switches.tsx';
import { words } from '../../ui/words/words.ts';

const useWords = words('account-frame', {
  promise: ['把网页固定为可以验证的证据', 'Preserve a web page as evidence anyone can verify'],
  one: ['完整取证：截图、文件与网络记录一并保存', 'Captured whole: screenshot, files and network record'],
  two: ['加盖可信时间戳，写入公开的存证日志', 'Stamped with a trusted timestamp, written to a public log'],
  three: ['任何人都可以离线验证证据包', 'A bundle that anyone can verify, offline'],
});

/** The page around signing in, registering and resetting. */
export function Frame({ title, hint, children }: { title: string; hint?: ReactNode; children: ReactNode }) {
  const say = useWords();
  useTitle(title);
  return (
    <div className="account">
      <header className="account-top">
        <Brand />
        <div className="actions">
          <LanguageSwitch />
          <ThemeSwitch />
        </div>
      </header>
      <main className="account-main">
        <section className="account-promise">
          <p className="account-promise-title">{say('promise')}</p>
          <ul>
            <li>{say('one')}</li>
            <li>{say('two')}</li>
            <li>{say('three')}</li>
          </ul>
        </section>
        <section className="account-form panel">
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
