import { HomeOutlined, SafetyCertificateOutlined, SettingOutlined, WalletOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { paths } from '../ui/paths.ts';
import { words } from '../ui/words.ts';

const useWords = words('navigation', {
  label: ['主导航', 'Main'],
  home: ['首页', 'Home'],
  evidence: ['存证', 'Evidence'],
  recharge: ['充值', 'Recharge'],
  settings: ['设置', 'Settings'],
});

/** `under`: how the addresses of its pages begin. */
const items: readonly {
  to: string;
  under: string;
  name: 'home' | 'evidence' | 'recharge' | 'settings';
  icon: ReactNode;
}[] = [
  { to: paths.home, under: paths.home, name: 'home', icon: <HomeOutlined aria-hidden /> },
  { to: paths.attestations, under: '/attestation/', name: 'evidence', icon: <SafetyCertificateOutlined aria-hidden /> },
  { to: paths.recharge, under: paths.recharge, name: 'recharge', icon: <WalletOutlined aria-hidden /> },
  { to: paths.settings, under: '/accountSetting/', name: 'settings', icon: <SettingOutlined aria-hidden /> },
];

export function Navigation() {
  const say = useWords();
  const { pathname } = useLocation();
  return (
    <nav aria-label={say('label')} className="navigation">
      {items.map(({ to, under, name, icon }) => (
        <Link key={to} to={to} aria-current={pathname.startsWith(under) ? 'true' : undefined}>
          {icon}
          {say(name)}
        </Link>
      ))}
    </nav>
  );
}
