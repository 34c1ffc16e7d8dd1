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
import type { ReactNode } from 'react';
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

/** `isWhole`: the path must match exactly, not as a prefix. */
const areas: readonly { to: string; name: Name; icon: ReactNode; roles: readonly StaffRole[]; isWhole?: true }[] = [
  { to: paths.console, name: 'overview', icon: <DashboardOutlined aria-hidden />, roles: allStaff, isWhole: true },
  { to: paths.consoleMatters, name: 'matters', icon: <FileProtectOutlined aria-hidden />, roles: notaries },
  { to: paths.consoleSessions, name: 'sessions', icon: <CalendarOutlined aria-hidden />, roles: notaries },
  { to: paths.consoleOffice, name: 'office', icon: <ShopOutlined aria-hidden />, roles: notaries },
  { to: paths.consolePeople, name: 'people', icon: <TeamOutlined aria-hidden />, roles: operators },
  {
    to: paths.consoleCertifications,
    name: 'certifications',
    icon: <SolutionOutlined aria-hidden />,
    roles: operators,
  },
  { to: paths.consoleRecoveries, name: 'recoveries', icon: <KeyOutlined aria-hidden />, roles: operators },
  { to: paths.consoleOrders, name: 'orders', icon: <ProfileOutlined aria-hidden />, roles: operators },
  { to: paths.consolePayments, name: 'payments', icon: <PayCircleOutlined aria-hidden />, roles: operators },
  { to: paths.consoleBankTransfers, name: 'bankTransfers', icon: <BankOutlined aria-hidden />, roles: operators },
  { to: paths.consoleInvoices, name: 'invoices', icon: <FileTextOutlined aria-hidden />, roles: operators },
  { to: paths.consoleReports, name: 'reports', icon: <MessageOutlined aria-hidden />, roles: operators },
  { to: paths.consoleOffices, name: 'offices', icon: <ShopOutlined aria-hidden />, roles: operators },
  { to: paths.consoleStaff, name: 'staff', icon: <IdcardOutlined aria-hidden />, roles: operators },
  { to: paths.consolePrices, name: 'prices', icon: <TagsOutlined aria-hidden />, roles: operators },
  { to: paths.consoleDictionary, name: 'dictionary', icon: <BookOutlined aria-hidden />, roles: operators },
  {
    to: paths.consoleAnnouncements,
    name: 'announcements',
    icon: <NotificationOutlined aria-hidden />,
    roles: operators,
  },
  { to: paths.consoleCaptures, name: 'captures', icon: <CameraOutlined aria-hidden />, roles: operators },
  { to: paths.consoleUsage, name: 'usage', icon: <BarChartOutlined aria-hidden />, roles: operators },
  { to: paths.consoleTrail, name: 'trail', icon: <AuditOutlined aria-hidden />, roles: operators },
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
      {shown.map(({ to, title, icon, isWhole }) => (
        <NavLink key={to} to={to} end={isWhole ?? false}>
          {icon}
          {title}
        </NavLink>
      ))}
    </nav>
  );
}
