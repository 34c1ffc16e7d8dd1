import { LogoutOutlined, TeamOutlined } from '@ant-design/icons';
import { calls, type Identity, type Me } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { Dropdown, type MenuProps } from 'antd';
import { type ReactElement, useState } from 'react';
import { Link } from 'react-router';
import { queryOf } from '../../api/queries.ts';
import { AccountBadge } from '../../ui/account/account-badge.tsx';
import { markOf } from '../../ui/account/account-mark.ts';
import { paths } from '../../ui/address/paths.ts';
import { words } from '../../ui/words/words.ts';
import { identitiesInMenu, useSwitch } from './use-switch.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('account-menu', text);

interface Props {
  me: Me;
  onSignOut: () => void;
  /** The button the menu opens below. */
  children: ReactElement;
}

/** The account button's menu, open when first mounted. */
export function AccountDropdown({ me, onSignOut, children }: Props) {
  const t = useWords();
  const [isOpen, setOpen] = useState(true);
  const switching = useSwitchItems(isOpen);
  return (
    <Dropdown
      trigger={['click']}
      open={isOpen}
      onOpenChange={setOpen}
      menu={{
        items: [
          { key: 'who', type: 'group', label: t('account', { account: me.accountName, mark: markOf(me) }) },
          ...switching,
          { type: 'divider' },
          { key: 'out', icon: <LogoutOutlined aria-hidden />, label: t('signOut'), onClick: onSignOut },
        ],
      }}
    >
      {children}
    </Dropdown>
  );
}

function Option(identity: Identity) {
  const t = useWords();
  const { accountId, accountName, kind } = identity;
  return (
    <span className="members-account-option">
      <AccountBadge accountId={accountId} name={accountName} />
      <span>
        {kind === 'own' ? t('own', { name: accountName }) : accountName}
        <span className="secondary">{markOf(identity)}</span>
      </span>
    </span>
  );
}

/** Loads identities and invitations only while the menu is open. */
function useSwitchItems(isOpen: boolean): NonNullable<MenuProps['items']> {
  const t = useWords();
  const change = useSwitch();
  const { data: identities } = useQuery({ ...identitiesInMenu, enabled: isOpen });
  const { data: invitations } = useQuery({ ...queryOf(calls.members.invitationsToMe, {}), enabled: isOpen });
  const others = identities?.list.filter(({ isCurrent }) => !isCurrent) ?? [];
  const waiting = invitations?.list.length ?? 0;
  const items: NonNullable<MenuProps['items']> = others.map((identity) => ({
    key: identity.userId,
    label: <Option {...identity} />,
    onClick: () => change.mutate(identity.userId),
  }));
  const count = identities?.total ?? 0;
  if (count > (identities?.list.length ?? 0))
    items.push({ key: 'all', label: <Link to={`${paths.members}?view=mine`}>{t('all', { count })}</Link> });
  return [
    ...(items.length > 0 ? [{ key: 'switch', type: 'group' as const, label: t('switch'), children: items }] : []),
    ...(waiting > 0
      ? [
          {
            key: 'invitations',
            icon: <TeamOutlined aria-hidden />,
            label: <Link to={`${paths.members}?view=mine`}>{t('invitations', { count: waiting })}</Link>,
          },
        ]
      : []),
  ];
}
