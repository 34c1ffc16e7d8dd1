import './frame.css';
import './ui/split.css';
import './ui/table.css';
import { LogoutOutlined, SafetyOutlined, UserOutlined } from '@ant-design/icons';
import { calls, staffRoleWords } from '@proofkeep/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Button, Drawer, Dropdown } from 'antd';
import { useEffect, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { ask } from '../api/ask.ts';
import { paths } from '../ui/address/paths.ts';
import { Content } from '../ui/frame/content.tsx';
import { MenuButton } from '../ui/frame/menu-button.tsx';
import { SkipLink } from '../ui/frame/skip-link.tsx';
import { Switches } from '../ui/frame/switches.tsx';
import { withTheme } from '../ui/theme/theme-provider.tsx';
import { useLanguage, wordIn, words } from '../ui/words/words.ts';
import { forgetConsole, whoIsStaff } from './guard.ts';
import { Navigation } from './navigation.tsx';
import { ProofDialog } from './ui/proof-dialog.tsx';
import { Search } from './ui/search.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('console-frame', text);

export const Component = withTheme(Console);

/** Frame of every console page; dark, so that it is never mistaken for the desk. */
function Console() {
  const t = useWords();
  const [isOpen, setOpen] = useState(false);
  const { pathname } = useLocation();
  useEffect(() => setOpen(false), [pathname]);
  return (
    <div className="console">
      <SkipLink>{t('skip')}</SkipLink>
      <header className="console-top">
        <MenuButton className="console-menu" label={t('menu')} isOpen={isOpen} onOpen={() => setOpen(true)} />
        <Link to={paths.console} className="console-brand">
          <img src="/seal.svg" alt="" width={22} height={22} />
          {t('name')}
        </Link>
        <div className="console-tools">
          <Search />
          <span className="console-switches">
            <Switches />
          </span>
          <Who />
        </div>
      </header>
      <aside className="console-side">
        <Navigation />
      </aside>
      <Drawer open={isOpen} onClose={() => setOpen(false)} placement="left" size={280} title={t('navigation')}>
        <Navigation />
        <div className="console-switches">
          <Switches />
        </div>
      </Drawer>
      <Content className="console-content" />
      <ProofDialog />
    </div>
  );
}

/** Signed-in user and role, always visible, with the sign-out button. */
function Who() {
  const t = useWords();
  const language = useLanguage();
  const { data: me } = useQuery(whoIsStaff);
  const navigate = useNavigate();
  const signOut = useSignOut();
  if (!me) return null;
  const role = wordIn(staffRoleWords[me.role], language);
  const who = t('who', { name: me.name, role });
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: [
          { key: 'who', type: 'group', label: who },
          {
            key: 'own',
            icon: <SafetyOutlined aria-hidden />,
            label: t('own'),
            onClick: () => void navigate(paths.consoleOwn),
          },
          { key: 'out', icon: <LogoutOutlined aria-hidden />, label: t('signOut'), onClick: signOut },
        ],
      }}
    >
      <Button type="text" icon={<UserOutlined aria-hidden />} aria-label={who} aria-haspopup="menu">
        <span className="console-name">{me.name}</span> <span className="console-role">{role}</span>
      </Button>
    </Dropdown>
  );
}

function useSignOut(): () => void {
  const navigate = useNavigate();
  const ending = useMutation({
    mutationFn: () => ask(calls.console.staffLogout, {}),
    onSuccess: async () => {
      await navigate(paths.consoleSignIn, { replace: true });
      forgetConsole();
    },
  });
  return () => ending.mutate();
}
