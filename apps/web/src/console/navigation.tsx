import '../ui/frame/navigation.css';
import {
  AuditOutlined,
  BankOutlined,
  BarChartOutlined,
  BookOutlined,
  CalendarOutlined,
  CameraOutlined,
  DashboardOutlined,
  FileProtectOutlined,
  FileTextOutlined,
  IdcardOutlined,
  KeyOutlined,
  MessageOutlined,
  NotificationOutlined,
  PayCircleOutlined,
  ProfileOutlined,
  ShopOutlined,
  SolutionOutlined,
  TagsOutlined,
  TeamOutlined,
} from '@ant-design/icons';
import type { StaffRole } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { NavLink } from 'react-router';
import { paths } from '../ui/address/paths.ts';
import { words } from '../ui/words/words.ts';
import { whoIsStaff } from './guard.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('console-navigation', text);

type Name =
  | 'overview'
  | 'matters'
  | 'sessions'
  | 'office'
  | 'offices'
  | 'people'
  | 'certifications'
  | 'recoveries'
  | 'orders'
  | 'payments'
  | 'bankTransfers'
  | 'invoices'
  | 'reports'
  | 'staff'
  | 'prices'
  | 'dictionary'
  | 'announcements'
  | 'captures'
  | 'usage'
  | 'trail';

const allStaff: readonly StaffRole[] = ['notary', 'operator'];
const notaries: readonly StaffRole[] = ['notary'];
const operators: readonly StaffRole[] = ['operator'];

interface Area {
  to: string;
  name: Name;
  Icon: typeof DashboardOutlined;
  roles: readonly StaffRole[];
  /** The path must match exactly, not as a prefix. */
  isWhole?: true;
}

const areas: readonly Area[] = [
  { to: paths.console, name: 'overview', Icon: DashboardOutlined, roles: allStaff, isWhole: true },
  { to: paths.consoleMatters, name: 'matters', Icon: FileProtectOutlined, roles: notaries },
  { to: paths.consoleSessions, name: 'sessions', Icon: CalendarOutlined, roles: notaries },
  { to: paths.consoleOffice, name: 'office', Icon: ShopOutlined, roles: notaries },
  { to: paths.consolePeople, name: 'people', Icon: TeamOutlined, roles: operators },
  { to: paths.consoleCertifications, name: 'certifications', Icon: SolutionOutlined, roles: operators },
  { to: paths.consoleRecoveries, name: 'recoveries', Icon: KeyOutlined, roles: operators },
  { to: paths.consoleOrders, name: 'orders', Icon: ProfileOutlined, roles: operators },
  { to: paths.consolePayments, name: 'payments', Icon: PayCircleOutlined, roles: operators },
  { to: paths.consoleBankTransfers, name: 'bankTransfers', Icon: BankOutlined, roles: operators },
  { to: paths.consoleInvoices, name: 'invoices', Icon: FileTextOutlined, roles: operators },
  { to: paths.consoleReports, name: 'reports', Icon: MessageOutlined, roles: operators },
  { to: paths.consoleOffices, name: 'offices', Icon: ShopOutlined, roles: operators },
  { to: paths.consoleStaff, name: 'staff', Icon: IdcardOutlined, roles: operators },
  { to: paths.consolePrices, name: 'prices', Icon: TagsOutlined, roles: operators },
  { to: paths.consoleDictionary, name: 'dictionary', Icon: BookOutlined, roles: operators },
  { to: paths.consoleAnnouncements, name: 'announcements', Icon: NotificationOutlined, roles: operators },
  { to: paths.consoleCaptures, name: 'captures', Icon: CameraOutlined, roles: operators },
  { to: paths.consoleUsage, name: 'usage', Icon: BarChartOutlined, roles: operators },
  { to: paths.consoleTrail, name: 'trail', Icon: AuditOutlined, roles: operators },
];

/** Menu entries for the role of the user, with their titles. */
export function useAreas() {
  const t = useWords();
  const { data: me } = useQuery(whoIsStaff);
  return areas.filter(({ roles }) => me && roles.includes(me.role)).map((area) => ({ ...area, title: t(area.name) }));
}

export function Navigation() {
  const t = useWords();
  const shown = useAreas();
  return (
    <nav aria-label={t('label')} className="navigation console-navigation">
      {shown.map(({ to, title, Icon, isWhole }) => (
        <NavLink key={to} to={to} end={isWhole ?? false}>
          <Icon aria-hidden />
          {title}
        </NavLink>
      ))}
    </nav>
  );
}
