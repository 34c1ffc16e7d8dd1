import './shell.css';
import '../api/reconnect.ts';
import { PlusOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useLocation, useNavigation } from 'react-router';
import { useIsLoading } from '../api/pending-calls.ts';
import { useLiveAttestations } from '../desk/attestations/live.ts';
import { AccountMenu } from '../desk/members/account-menu.tsx';
import { ActingLine } from '../desk/members/acting-line.tsx';
import { AnnouncementLine } from '../desk/messages/announcement-line.tsx';
import { Bell } from '../desk/messages/bell.tsx';
import { Search } from '../desk/search/search.tsx';
import { RecoveryLine } from '../desk/security/recovery-line.tsx';
import { useSignOut } from '../desk/sign-in/sign-out.ts';
import { paths } from '../ui/address/paths.ts';
import { Brand } from '../ui/frame/brand.tsx';
import { Content } from '../ui/frame/content.tsx';
import { Foot } from '../ui/frame/foot.tsx';
import { MenuButton } from '../ui/frame/menu-button.tsx';
import { SkipLink } from '../ui/frame/skip-link.tsx';
import { Switches } from '../ui/frame/switches.tsx';
import { LinkButton } from '../ui/kit/link-button.tsx';
import { Support } from '../ui/notices/support.tsx';
import { withTheme } from '../ui/theme/theme-provider.tsx';
import { words } from '../ui/words/words.ts';
import { whoAmI } from './guard.ts';
import { Navigation } from './navigation.tsx';
import { seedQueries } from './seed-queries.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('shell', text);

/** Only on small screens. */
const NavigationDrawer = lazy(async () => ({ default: (await import('./navigation-drawer.tsx')).NavigationDrawer }));

export const Component = withTheme(Shell);

/** Frame of every desk page. */
function Shell() {
  const t = useWords();
  const [isOpen, setOpen] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);
  const { pathname } = useLocation();
  // Before the parts render that read them.
  const [readAt] = useState(seedQueries);
  useLiveAttestations(readAt);
  useEffect(() => setOpen(false), [pathname]);
  return (
    <div className="shell">
      <SkipLink>{t('skip')}</SkipLink>
      <LoadingBar />
      <aside className="shell-side" aria-label={t('side')}>
        <Brand />
        <Navigation />
        <Support />
      </aside>
      <div className="shell-head">
        <ActingLine />
        <RecoveryLine />
        <header className="shell-top">
          <MenuButton
            className="shell-menu"
            label={t('menu')}
            isOpen={isOpen}
            onOpen={() => {
              setOpen(true);
              setWasOpen(true);
            }}
          />
          <PreserveButton />
          <Search />
          <div className="shell-tools">
            <span className="shell-switches">
              <Switches />
            </span>
            <Bell />
            <Account />
          </div>
        </header>
      </div>
      {wasOpen && (
        <Suspense>
          <NavigationDrawer isOpen={isOpen} title={t('navigation')} onClose={() => setOpen(false)} />
        </Suspense>
      )}
      <Content className="shell-content">{pathname === paths.home && <AnnouncementLine />}</Content>
      <Foot />
    </div>
  );
}

/** Not shown to members who may not preserve; home tells them why. */
function PreserveButton() {
  const t = useWords();
  const { data: me } = useQuery(whoAmI);
  if (!me?.permissions.includes('preserve')) return null;
  return (
    <LinkButton to={paths.preserve} type="primary" icon={<PlusOutlined aria-hidden />}>
      {t('preserve')}
    </LinkButton>
  );
}

function LoadingBar() {
  const t = useWords();
  // Also counts loading a part of the site.
  const isUnderWay = useNavigation().state !== 'idle';
  const isLoading = useIsLoading() || isUnderWay;
  return (
    <div className="shell-loading" data-on={isLoading} role="status">
      {isLoading && <span className="visually-hidden">{t('loading')}</span>}
    </div>
  );
}

function Account() {
  const { data: me } = useQuery(whoAmI);
  const signOut = useSignOut();
  return me && <AccountMenu me={me} onSignOut={signOut} />;
}
