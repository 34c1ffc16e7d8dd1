import './public.css';
import { Link, NavLink } from 'react-router';
import { wasSignedIn } from '../api/session.ts';
import { paths } from '../ui/address/paths.ts';
import { Brand } from '../ui/frame/brand.tsx';
import { Content } from '../ui/frame/content.tsx';
import { PlatformFoot } from '../ui/frame/platform-foot.tsx';
import { SkipLink } from '../ui/frame/skip-link.tsx';
import { Switches } from '../ui/frame/switches.tsx';
import { words } from '../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('public-frame', text);

/** Frame of the public pages; loads no code of the desk. */
export function Component() {
  const t = useWords();
  const isKnown = wasSignedIn();
  return (
    <div className="public">
      <SkipLink>{t('skip')}</SkipLink>
      <header className="public-top">
        <Brand />
        <nav aria-label={t('pages')}>
          <NavLink to={paths.query}>{t('query')}</NavLink>
          <NavLink to={paths.chain}>{t('chain')}</NavLink>
          <NavLink to={paths.prices}>{t('prices')}</NavLink>
          <NavLink to={paths.docs}>{t('docs')}</NavLink>
        </nav>
        <div className="public-tools">
          <Switches />
          <Link className="button" to={isKnown ? paths.home : paths.signIn}>
            {t(isKnown ? 'home' : 'signIn')}
          </Link>
        </div>
      </header>
      <Content className="public-content" />
      <PlatformFoot hasReport />
    </div>
  );
}
