import { roomLinkPath, usualRefusals } from '@proofkeep/contract';
import { createBrowserRouter, type RouteObject, redirect } from 'react-router';
import { queries } from '../api/queries.ts';
import { onConsoleExpired, onException, onPartyExpired, onSessionExpired, wasSignedIn } from '../api/session.ts';
import { forgetConsole, wasInConsole } from '../console/guard.ts';
import { paths } from '../ui/address/paths.ts';
import { toast } from '../ui/notices/toast.ts';
import { spoken } from '../ui/words/words.ts';
import { ErrorPage } from './error-page.tsx';
import { signInAfterExpiry } from './expiry.ts';
import { openDesk, signedIn, whoAmI } from './guard.ts';
import { Loading } from './loading.tsx';
import { Root } from './root.tsx';
import { withTimeouts } from './route-timeout.ts';

/** Redirects users who have signed in before; the next page checks whether the session is still valid. */
const toHomeWhenSignedIn = () => (wasSignedIn() ? redirect(paths.home) : null);

const signIn = () => import('../desk/sign-in/sign-in.tsx');

const account: RouteObject[] = [
  { index: true, loader: toHomeWhenSignedIn, lazy: signIn },
  { path: paths.signIn, loader: toHomeWhenSignedIn, lazy: signIn },
  { path: paths.register, lazy: () => import('../desk/sign-in/register.tsx') },
  { path: paths.resetPassword, lazy: () => import('../desk/sign-in/reset-password.tsx') },
  { path: paths.choosePassword, lazy: () => import('../desk/sign-in/choose-password.tsx') },
  { path: paths.thirdReturn, lazy: () => import('../desk/sign-in/third-return.tsx') },
  { path: paths.thirdBind, loader: signedIn, lazy: () => import('../desk/sign-in/third-bind.tsx') },
];

const outside: RouteObject[] = [
  { path: paths.exception, lazy: () => import('./exception.tsx') },
  { path: '*', lazy: () => import('./not-found.tsx') },
];

/** For people without an account. */
const open: RouteObject = {
  lazy: () => import('../public/frame.tsx'),
  children: [
    { path: paths.query, lazy: () => import('../public/query/page.tsx') },
    { path: paths.proof, lazy: () => import('../public/proof/page.tsx') },
    { path: paths.chain, lazy: () => import('../public/chain/page.tsx') },
    { path: paths.prices, lazy: () => import('../public/prices/page.tsx') },
    { path: paths.docs, lazy: () => import('../public/docs/page.tsx') },
    { path: paths.report, lazy: () => import('../public/report/page.tsx') },
    { path: paths.serviceAgreement, lazy: () => import('../public/agreements/service.tsx') },
  ],
};

const serviceAgreement = () => import('../public/agreements/service.tsx');

/** Agreements, for links from forms on a phone. */
const agreements: RouteObject = {
  lazy: () => import('../public/agreements/phone-frame.tsx'),
  children: [
    { path: paths.phoneServiceAgreement, lazy: serviceAgreement },
    { path: paths.attestationServiceAgreement, lazy: serviceAgreement },
    { path: paths.certificateAgreement, lazy: () => import('../public/agreements/certificate.tsx') },
  ],
};

const settings: RouteObject[] = [
  { path: paths.settings, lazy: () => import('../desk/security/page.tsx') },
  { path: paths.personal, lazy: () => import('../desk/certification/personal.tsx') },
  { path: paths.enterprise, lazy: () => import('../desk/certification/enterprise.tsx') },
  { path: paths.members, lazy: () => import('../desk/members/page.tsx') },
  { path: paths.addresses, lazy: () => import('../desk/addresses/addresses.tsx') },
  { path: paths.notifications, lazy: () => import('../desk/messages/notifications.tsx') },
];

/** Phone pages; load no desk code. */
const phone: RouteObject = {
  loader: signedIn,
  shouldRevalidate: () => false,
  lazy: () => import('../phone/frame.tsx'),
  children: [
    { path: paths.authorize, lazy: () => import('../phone/authorize/page.tsx') },
    { path: paths.userVerification, lazy: () => import('../phone/verification/page.tsx') },
    { path: paths.userVerificationResult, lazy: () => import('../phone/verification/result.tsx') },
  ],
};

/** Devices record without a signed-in user. */
const recorder: RouteObject = {
  lazy: () => import('../phone/frame.tsx'),
  children: [{ path: paths.recorder, lazy: () => import('../phone/record/page.tsx') }],
};

const desk: RouteObject = {
  id: 'desk',
  loader: openDesk,
  // A change of the query string must not rerun the guard.
  shouldRevalidate: () => false,
  lazy: () => import('./shell.tsx'),
  children: [
    {
      errorElement: <ErrorPage isFramed />,
      children: [
        { path: paths.home, lazy: () => import('../desk/home/home.tsx') },
        { path: paths.messages, lazy: () => import('../desk/messages/messages.tsx') },
        { path: '/attestation', loader: () => redirect(paths.attestations) },
        { path: paths.attestations, lazy: () => import('../desk/attestations/list/list.tsx') },
        { path: paths.preserve, lazy: () => import('../desk/attestations/new/new.tsx') },
        { path: paths.batch(':id'), lazy: () => import('../desk/attestations/batch/page.tsx') },
        { path: paths.liveSessions, lazy: () => import('../desk/attestations/sessions/page.tsx') },
        { path: '/attestation/process/:id', lazy: () => import('../desk/attestations/session/page.tsx') },
        { path: '/attestation/:ano', lazy: () => import('../desk/attestations/detail/detail.tsx') },
        { path: paths.devices, lazy: () => import('../desk/enforcer/page.tsx') },
        { path: paths.deviceRecording(':id'), lazy: () => import('../desk/enforcer/detail.tsx') },
        { path: '/notarization', loader: () => redirect(paths.matters()) },
        { path: '/notarization/list/:view', lazy: () => import('../desk/notarization/list/list.tsx') },
        { path: paths.newMatter, lazy: () => import('../desk/notarization/new/page.tsx') },
        { path: paths.matterFiled(':id'), lazy: () => import('../desk/notarization/filed/page.tsx') },
        { path: paths.signOnline(':id'), lazy: () => import('../desk/notarization/sign-online/page.tsx') },
        { path: paths.signHere(':id'), lazy: () => import('../desk/notarization/sign/page.tsx') },
        { path: paths.matterFile, lazy: () => import('../desk/notarization/preview/page.tsx') },
        { path: paths.matter(':id'), lazy: () => import('../desk/notarization/detail/page.tsx') },
        { path: paths.courtApplications, lazy: () => import('../desk/court-applications/page.tsx') },
        { path: paths.courtApplication(':id'), lazy: () => import('../desk/court-applications/detail.tsx') },
        { path: paths.costCenter, lazy: () => import('../desk/cost-center/page.tsx') },
        { path: paths.packages, lazy: () => import('../desk/packages/page.tsx') },
        { path: paths.package(':packageId'), lazy: () => import('../desk/packages/detail.tsx') },
        { path: paths.reservation(), lazy: () => import('../desk/reservations/page.tsx') },
        { path: paths.recharge, lazy: () => import('../desk/pay/recharge.tsx') },
        { path: paths.bankTransfers, lazy: () => import('../desk/bank-transfers/page.tsx') },
        { path: paths.pay(':orderNo'), lazy: () => import('../desk/pay/page.tsx') },
        { path: paths.invoices, lazy: () => import('../desk/invoices/page.tsx') },
        { path: paths.invoice(':id'), lazy: () => import('../desk/invoices/detail.tsx') },
        { path: `${paths.ownReports}/:id?`, lazy: () => import('../desk/reports/page.tsx') },
        { lazy: () => import('../desk/settings/frame.tsx'), children: settings },
      ],
    },
  ],
};

/** Id of the parent route of every page. */
const site = 'site';

const routes: RouteObject[] = [
  {
    id: site,
    path: '/',
    element: <Root />,
    errorElement: <ErrorPage />,
    hydrateFallbackElement: <Loading />,
    children: withTimeouts([desk, ...account, open, phone, recorder, agreements, ...outside]),
  },
];

export const router = createBrowserRouter(routes, {
  // The routes of these areas load with the first page of each, so that no other page carries them.
  async patchRoutesOnNavigation({ path, patch }) {
    if (path.startsWith('/h5sign/')) patch(site, withTimeouts([(await import('../phone/sign/routes.ts')).partyRoutes]));
    if (path.startsWith('/h5video/'))
      patch(site, withTimeouts([(await import('../phone/video/routes.ts')).roomRoutes]));
    if (/^\/console(\/|$)/.test(path)) patch(site, withTimeouts((await import('./console-routes.tsx')).consoleRoutes));
  },
});

/** Where the user is, or is going. */
const placeNow = () => router.state.navigation.location ?? router.state.location;

onSessionExpired((wasSignedInHere) => {
  const to = signInAfterExpiry(placeNow(), paths.signIn);
  if (to === null) return;
  // Another window may have cleared the mark that this browser was signed in.
  if (wasSignedInHere || queries.getQueryData(whoAmI.queryKey)) toast.error(spoken(usualRefusals.SESSION_INVALID.says));
  void router.navigate(to, { replace: true });
});

onPartyExpired(() => {
  const roomNo = /^\/h5video\/(?!login\/)[\w-]+\/([^/]+)$/.exec(placeNow().pathname)?.[1];
  if (roomNo) void router.navigate(roomLinkPath(roomNo), { replace: true });
  const nid = /^\/h5sign\/(?!login\/)[\w-]+\/([^/]+)$/.exec(placeNow().pathname)?.[1];
  if (nid) void router.navigate(`/h5sign/login/${nid}`, { replace: true });
});

onException(({ code, message, traceId }) => {
  if (placeNow().pathname === paths.exception) return;
  const query = new URLSearchParams({ errorCode: code, errorMessage: message, ...(traceId ? { traceId } : {}) });
  void router.navigate(`${paths.exception}?${query}`, { replace: true });
});

onConsoleExpired(() => {
  // A user who was not signed in has lost nothing: the guard redirects to sign-in.
  if (!wasInConsole()) return;
  forgetConsole();
  const to = signInAfterExpiry(placeNow(), paths.consoleSignIn);
  if (to === null) return;
  toast.error(spoken(usualRefusals.SESSION_INVALID.says));
  void router.navigate(to, { replace: true });
});
