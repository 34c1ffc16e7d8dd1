import { HomeOutlined, SafetyCertificateOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { NavLink } from 'react-router';
import { paths } from '../ui/paths.ts';
import { words } from '../ui/words.ts';

const useWords = words('navigation', {
  label: ['主导航', 'Main'],
  home: ['首页', 'Home'],
  evidence: ['存证', 'Evidence'],
});

const items: readonly { to: string; name: 'home' | 'evidence'; icon: ReactNode }[] = [
  { to: paths.home, name: 'home', icon: <HomeOutlined /> },
  { to: paths.attestations, name: 'evidence', icon: <SafetyCertificateOutlined /> },
];

export function Navigation() {
  const say = useWords();
  return (
    <nav aria-label={say('label')} className="navigation">
      {items.map(({ to, name, icon }) => (
        <NavLink key={to} to={to}>
          {icon}
          {say(name)}
        </NavLink>
      ))}
    </nav>
  );
}
