import type { RouteObject } from 'react-router';
import { consoleSignedIn } from '../console/guard.ts';
import { paths } from '../ui/address/paths.ts';
import { ErrorPage } from './error-page.tsx';

/** For notaries and operators; separate from the desk in code and session. */
const consoleArea: RouteObject = {
  id: 'console',
  loader: consoleSignedIn,
  shouldRevalidate: () => false,
  lazy: () => import('../console/frame.tsx'),
  children: [
    {
      errorElement: <ErrorPage isFramed />,
      children: [
        { path: paths.console, lazy: () => import('../console/overview/page.tsx') },
        { path: `${paths.consoleCertifications}/:id?`, lazy: () => import('../console/certifications/page.tsx') },
        { path: `${paths.consoleOrders}/:orderNo?`, lazy: () => import('../console/orders/page.tsx') },
        { path: paths.consolePayments, lazy: () => import('../console/orders/payments/page.tsx') },
        { path: `${paths.consoleBankTransfers}/:id?`, lazy: () => import('../console/bank-transfers/page.tsx') },
        { path: `${paths.consoleInvoices}/:id?`, lazy: () => import('../console/invoices/page.tsx') },
        { path: `${paths.consoleRecoveries}/:id?`, lazy: () => import('../console/recoveries/page.tsx') },
        { path: `${paths.consoleReports}/:id?`, lazy: () => import('../console/reports/page.tsx') },
        { path: `${paths.consoleMatters}/:id?`, lazy: () => import('../console/notarization/page.tsx') },
        { path: paths.consoleSessions, lazy: () => import('../console/sessions/page.tsx') },
        { path: paths.consoleRoom(':id'), lazy: () => import('../console/room/page.tsx') },
        { path: paths.consoleOffice, lazy: () => import('../console/notarization/office/page.tsx') },
        { path: paths.consoleOffices, lazy: () => import('../console/notarization/offices/page.tsx') },
        { path: paths.consoleAnnouncements, lazy: () => import('../console/announcements/page.tsx') },
        { path: paths.consoleOwn, lazy: () => import('../console/own/page.tsx') },
        {
          path: paths.consolePeople,
          lazy: () => import('../console/people/page.tsx'),
          children: [{ path: ':accountId', lazy: () => import('../console/people/account.tsx') }],
        },
        { path: paths.consoleStaff, lazy: () => import('../console/staff/page.tsx') },
        {
          path: paths.consoleDictionary,
          lazy: () => import('../console/dictionary/page.tsx'),
          children: [{ path: ':name', lazy: () => import('../console/dictionary/entry.tsx') }],
        },
        {
          path: paths.consolePrices,
          lazy: () => import('../console/prices/page.tsx'),
          children: [
            { path: 'draft', lazy: () => import('../console/prices/draft.tsx') },
            { path: 'recharge', lazy: () => import('../console/prices/recharge.tsx') },
            { path: ':version', lazy: () => import('../console/prices/version.tsx') },
          ],
        },
        { path: paths.consoleCaptures, lazy: () => import('../console/captures/page.tsx') },
        { path: paths.consoleUsage, lazy: () => import('../console/usage/page.tsx') },
        { path: paths.consoleTrail, lazy: () => import('../console/trail/page.tsx') },
      ],
    },
  ],
};

const staffSignIn: RouteObject = { path: paths.consoleSignIn, lazy: () => import('../console/sign-in/page.tsx') };

/** The console's pages and its sign-in. */
export const consoleRoutes: RouteObject[] = [consoleArea, staffSignIn];
