import './shell.css';
import { LogoutOutlined, MenuOutlined, PlusOutlined, UserOutlined } from '@ant-design/icons';
import { calls } from '@proofkeep/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Button, Drawer, Dropdown } from 'antd';
import { useEffect, useState } from 'react';
import { Outlet, ScrollRestoration, useLocation, useNavigate } from 'react-router';
import { ask } from '../api/ask.ts';
import { useIsLoading } from '../api/loading.ts';
import { queries } from '../api/queries.ts';
import { clearSession } from '../api/session.ts';
import { useLiveAttestations } from '../desk/attestations/live.ts';
import { AnnouncementLine } from '../desk/messages/announcement-line.tsx';
import { Bell } from '../desk/messages/bell.tsx';
import { Search } from '../desk/search/search.tsx';
import { Brand } from '../ui/brand.tsx';
import { Foot } from '../ui/foot.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { paths } from '../ui/paths.ts';
import { Support } from '../ui/support.tsx';
import { LanguageSwitch, ThemeSwitch } from '../ui/switches.tsx';
import { words } from '../ui/words.ts';
import { whoAmI } from './guard.ts';
import { Navigation } from './navigation.tsx';

const useWords = words('shell', {
  skip: ['跳到正文', 'Skip to the content'],
  menu: ['打开导航', 'Open the navigation'],
  navigation: ['导航', 'Navigation'],
  preserve: ['存证网页', 'Preserve'],
  account: ['当前账号：{name}（{phone}）', 'Acting as {name} ({phone})'],
  seat: ['当前账号：{name}', 'Acting as {name}'],
  signOut: ['退出登录', 'Sign out'],
  loading: ['正在加载', 'Loading'],
});

/** What stands around every page of the desk. */
export function Component() {
  const say = useWords();
  const [isOpen, setOpen] = useState(false);
  const { pathname } = useLocation();
  useLiveAttestations();
  useEffect(() => setOpen(false), [pathname]);
  return (
    <div className="shell">
      <a className="shell-skip" href="#content">
        {say('skip')}
      </a>
      <LoadingBar />
      <aside className="shell-side">
        <Brand />
        <Navigation />
        <Support />
      </aside>
      <header className="shell-top">
        <Button
          className="shell-menu"
          type="text"
          icon={<MenuOutlined aria-hidden />}
          aria-label={say('menu')}
          aria-expanded={isOpen}
          onClick={() => setOpen(true)}
        />
        <LinkButton to={paths.preserve} type="primary" icon={<PlusOutlined aria-hidden />}>
          {say('preserve')}
        </LinkButton>
        <Search />
        <div className="shell-tools">
          <LanguageSwitch />
          <ThemeSwitch />
          <Bell />
          <Account />
        </div>
      </header>
      <Drawer open={isOpen} onClose={() => setOpen(false)} placement="left" size={280} title={say('navigation')}>
        <Navigation />
      </Drawer>
      <main id="content" className="shell-content" tabIndex={-1}>
        {pathname === paths.home && <AnnouncementLine />}
        <Outlet />
        {/* A tab or a filter is no other page. */}
        <ScrollRestoration getKey={({ pathname: page }) => page} />
      </main>
      <Foot />
    </div>
  );
}

function LoadingBar() {
  const say = useWords();
  const isLoading = useIsLoading();
  return (
    <div className="shell-loading" data-on={isLoading} role="status">
      {isLoading && <span className="visually-hidden">{say('loading')}</span>}
    </div>
  );
}

/** The account one acts as, always in sight, and the way out. */
function Account() {
  const say = useWords();
  const { data: me } = useQuery(whoAmI);
  const signOut = useSignOut();
  if (!me) return null;
  const { name, phone } = me;
  const who = phone ? say('account', { name, phone }) : say('seat', { name });
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: [
          { key: 'who', type: 'group', label: who },
          { key: 'out', icon: <LogoutOutlined aria-hidden />, label: say('signOut'), onClick: signOut },
        ],
      }}
    >
      <Button type="text" icon={<UserOutlined aria-hidden />} aria-label={who} aria-haspopup="menu">
        <span className="shell-name">{name}</span>
      </Button>
    </Dropdown>
  );
}

function useSignOut(): () => void {
  const navigate = useNavigate();
  const ending = useMutation({
    mutationFn: () => ask(calls.account.logout, {}),
    onSuccess: async () => {
      clearSession();
      await navigate(paths.signIn, { replace: true });
      queries.clear();
    },
  });
  return () => ending.mutate();
}
