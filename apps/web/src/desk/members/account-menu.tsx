import './account-menu.css';
import type { Me } from '@proofkeep/contract';
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { AccountBadge } from '../../ui/account/account-badge.tsx';
import { markOf } from '../../ui/account/account-mark.ts';
import { words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('account-menu', text);

/** antd's menu is larger than the rest of the shell, so it loads on first open. */
const AccountDropdown = lazy(async () => ({ default: (await import('./account-dropdown.tsx')).AccountDropdown }));

/** Shows the account acted for; its menu switches accounts and signs out. */
export function AccountMenu({ me, onSignOut }: { me: Me; onSignOut: () => void }) {
  const t = useWords();
  const [isWanted, setWanted] = useState(false);
  const mark = markOf(me);
  const button = (
    <Button
      type="text"
      className="members-account"
      aria-haspopup="menu"
      // Replaces the clicked button, so it must take over the focus.
      autoFocus={isWanted}
      onClick={() => setWanted(true)}
    >
      <span className="visually-hidden">{t('actingFor')} </span>
      <AccountBadge accountId={me.accountId} name={me.accountName} />
      <span className="members-account-names">
        <span className="members-account-name">{me.accountName} </span>
        <span className="members-account-mark secondary">
          <bdi dir="ltr">{mark}</bdi>
        </span>
      </span>
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
