import './account-menu.css';
import { UserOutlined } from '@ant-design/icons';
import type { Me } from '@proofkeep/contract';
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('account-menu', text);

/** antd's menu is larger than the rest of the shell, so it loads on first open. */
const AccountDropdown = lazy(async () => ({ default: (await import('./account-dropdown.tsx')).AccountDropdown }));

/** Shows the current account; its menu switches accounts and signs out. */
export function AccountMenu({ me, onSignOut }: { me: Me; onSignOut: () => void }) {
  const t = useWords();
  const [isWanted, setWanted] = useState(false);
  const { name, phone } = me;
  const who = phone ? t('account', { name, phone }) : t('seat', { name });
  const button = (
    <Button
      type="text"
      icon={<UserOutlined aria-hidden />}
      aria-label={who}
      aria-haspopup="menu"
      // Replaces the clicked button, so it must take over the focus.
      autoFocus={isWanted}
      onClick={() => setWanted(true)}
    >
      <span className="members-account-name">{name}</span>
    </Button>
  );
  if (!isWanted) return button;
  return (
    <Suspense fallback={button}>
      <AccountDropdown me={me} onSignOut={onSignOut}>
        {button}
      </AccountDropdown>
    </Suspense>
  );
}
