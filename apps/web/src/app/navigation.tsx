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
  Icon: typeof HomeOutlined;
}

/** Entries of the menu, in their order. */
export const items: readonly Item[] = [
  { to: paths.home, under: [paths.home], name: 'home', Icon: HomeOutlined },
  { to: paths.attestations, under: ['/attestation/'], name: 'evidence', Icon: SafetyCertificateOutlined },
  { to: paths.liveSessions, under: [paths.liveSessions], name: 'live', Icon: VideoCameraOutlined },
  { to: paths.devices, under: [paths.devices], name: 'devices', Icon: MobileOutlined },
  { to: paths.matters(), under: ['/notarization/'], name: 'notarization', Icon: AuditOutlined },
  { to: paths.courtApplications, under: [paths.courtApplications], name: 'court', Icon: BankOutlined },
  {
    to: paths.costCenter,
    under: [paths.costCenter, paths.recharge, paths.pay('')],
    name: 'costCenter',
    Icon: WalletOutlined,
  },
  { to: paths.packages, under: [paths.packages], name: 'packages', Icon: InboxOutlined },
  { to: paths.invoices, under: [paths.invoices], name: 'invoices', Icon: FileTextOutlined },
  { to: paths.settings, under: ['/accountSetting/'], name: 'settings', Icon: SettingOutlined },
  { to: paths.ownReports, under: [paths.ownReports], name: 'reports', Icon: CustomerServiceOutlined },
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
          <item.Icon aria-hidden />
          {t(item.name)}
        </Link>
      ))}
    </nav>
  );
}
