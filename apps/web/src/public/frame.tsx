import './public.css';
import { Link, NavLink, Outlet, ScrollRestoration } from 'react-router';
import { wasSignedIn } from '../api/session.ts';
import { paths } from '../ui/address/paths.ts';
import { Brand } from '../ui/frame/brand.tsx';
import { PlatformFoot } from '../ui/frame/platform-foot.tsx';
import { mode, useMode } from '../ui/theme/theme.ts';
import { language } from '../ui/words/language.ts';
import { useLanguage, words } from '../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('public-frame', text);

/** What stands around the pages for everybody; nothing of the desk is loaded for it. */
export function Component() {
  const say = useWords();
  const isKnown = wasSignedIn();
  return (
    <div className="public">
      <a className="public-skip" href="#content">
        {say('skip')}
      </a>
      <header className="public-top">
        <Brand />
        <nav aria-label={say('pages')}>
          <NavLink to={paths.query}>{say('query')}</NavLink>
          <NavLink to={paths.chain}>{say('chain')}</NavLink>
          <NavLink to={paths.prices}>{say('prices')}</NavLink>
          <NavLink to={paths.docs}>{say('docs')}</NavLink>
        </nav>
        <div className="public-tools">
          <Language />
          <Theme />
          <Link className="button" to={isKnown ? paths.home : paths.signIn}>
            {say(isKnown ? 'home' : 'signIn')}
          </Link>
        </div>
      </header>
      <main id="content" className="public-content" tabIndex={-1}>
        <Outlet />
        <ScrollRestoration getKey={({ pathname }) => pathname} />
      </main>
      <PlatformFoot />
    </div>
  );
}

/** Names the other language in that language, as whoever needs it reads no other. */
function Language() {
  const other = useLanguage() === 'zh' ? 'en' : 'zh';
  return (
    <button
      type="button"
      className="button quiet"
      lang={other === 'zh' ? 'zh-CN' : 'en-US'}
      onClick={() => language.set(other)}
    >
      {other === 'zh' ? '中文' : 'English'}
    </button>
  );
}

const sun =
  'M8 4.500a3.500 3.500 0 1 0 0 7 3.500 3.500 0 0 0 0-7ZM7.300 1h1.400v2H7.300Zm0 12h1.400v2H7.300ZM1 7.300h2v1.400H1Zm12 0h2v1.400h-2ZM2.600 3.600l1-1L5 4 4 5Zm8.400 8.400 1-1 1.400 1.400-1 1Zm0-8 1.400-1.400 1 1L12 5Zm-8.400 8.400L4 11l1 1-1.400 1.400Z';
const moon = 'M6.200 1.600a6.600 6.600 0 1 0 8.200 8.200A5.600 5.600 0 0 1 6.200 1.600Z';

function Theme() {
  const say = useWords();
  const isDark = useMode() === 'dark';
  const label = say(isDark ? 'toLight' : 'toDark');
  return (
    <button
      type="button"
      className="button quiet"
      aria-label={label}
      title={label}
      onClick={() => mode.set(isDark ? 'light' : 'dark')}
    >
      <svg viewBox="0 0 16 16" width={16} height={16} aria-hidden="true">
        <path fill="currentColor" d={isDark ? sun : moon} />
      </svg>
    </button>
  );
}
