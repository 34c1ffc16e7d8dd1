import '../ui/frame/navigation.css';
import {
  AuditOutlined,
  BankOutlined,
  CustomerServiceOutlined,
  FileTextOutlined,
  HomeOutlined,
  InboxOutlined,
  MobileOutlined,
  SafetyCertificateOutlined,
  SettingOutlined,
  VideoCameraOutlined,
  WalletOutlined,
} from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { mayVisit } from '../ui/address/needs.ts';
import { paths } from '../ui/address/paths.ts';
import { words } from '../ui/words/words.ts';
import { whoAmI } from './guard.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('navigation', text);

interface Item {
  to: string;
  /** Path prefixes of its pages. */
  under: readonly string[];
  name:
    | 'home'
    | 'evidence'
    | 'live'
    | 'devices'
    | 'court'
    | 'notarization'
    | 'costCenter'
    | 'packages'
    | 'invoices'
    | 'settings'
    | 'reports';
  icon: ReactNode;
}

/** Entries of the menu, in their order. */
export const items: readonly Item[] = [
  { to: paths.home, under: [paths.home], name: 'home', icon: <HomeOutlined aria-hidden /> },
  {
    to: paths.attestations,
    under: ['/attestation/'],
    name: 'evidence',
    icon: <SafetyCertificateOutlined aria-hidden />,
  },
  { to: paths.liveSessions, under: [paths.liveSessions], name: 'live', icon: <VideoCameraOutlined aria-hidden /> },
  { to: paths.devices, under: [paths.devices], name: 'devices', icon: <MobileOutlined aria-hidden /> },
  {
    to: paths.matters(),
    under: ['/notarization/'],
    name: 'notarization',
    icon: <AuditOutlined aria-hidden />,
  },
  {
    to: paths.courtApplications,
    under: [paths.courtApplications],
    name: 'court',
    icon: <BankOutlined aria-hidden />,
  },
  {
    to: paths.costCenter,
    under: [paths.costCenter, paths.recharge, paths.pay('')],
    name: 'costCenter',
    icon: <WalletOutlined aria-hidden />,
  },
  {
    to: paths.packages,
    under: [paths.packages],
    name: 'packages',
    icon: <InboxOutlined aria-hidden />,
  },
  {
    to: paths.invoices,
    under: [paths.invoices],
    name: 'invoices',
    icon: <FileTextOutlined aria-hidden />,
  },
  { to: paths.settings, under: ['/accountSetting/'], name: 'settings', icon: <SettingOutlined aria-hidden /> },
  { to: paths.ownReports, under: [paths.ownReports], name: 'reports', icon: <CustomerServiceOutlined aria-hidden /> },
];

/** The longest matching prefix decides which entry is current. */
const beginningOf = ({ under }: Item, pathname: string): number =>
  Math.max(0, ...under.filter((start) => pathname.startsWith(start)).map((start) => start.length));

export function Navigation() {
  const t = useWords();
  const { pathname } = useLocation();
  const { data: me } = useQuery(whoAmI);
  const shown = items.filter(({ to }) => mayVisit(to, me?.permissions ?? []));
  const longest = Math.max(...shown.map((item) => beginningOf(item, pathname)));
  return (
    <nav aria-label={t('label')} className="navigation shell-navigation">
      {shown.map((item) => (
        <Link
          key={item.to}
          to={item.to}
          aria-current={longest > 0 && beginningOf(item, pathname) === longest ? 'true' : undefined}
        >
          {item.icon}
          {t(item.name)}
        </Link>
      ))}
    </nav>
  );
}
