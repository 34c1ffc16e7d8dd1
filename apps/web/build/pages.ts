/** A page of the site. */
export interface Page {
  /** The modules that the router loads for it, from the outside in (src/app/router.tsx). */
  modules: string[];
  /**
   * Where its title is: folder of a `words.json` below `src`, table and name. Gaps are filled with parameters of the path.
   */
  title: `${string}:${string}.${string}`;
}

/** The module that every page loads first. */
export const entry = 'index.html';

const signIn = ['src/desk/sign-in/sign-in.tsx'];
const desk = ['src/app/shell.tsx'];
const settings = [...desk, 'src/desk/settings/frame.tsx'];
const open = ['src/public/frame.tsx'];
const agreement = 'src/public/agreements/service.tsx';
const phoneAgreement = ['src/public/agreements/phone-frame.tsx'];
const consoleRoutes = 'src/app/console-routes.tsx';
const staff = [consoleRoutes, 'src/console/frame.tsx'];
const phone = ['src/phone/frame.tsx'];
const party = ['src/phone/sign/routes.ts', ...phone];
const room = ['src/phone/video/routes.ts', ...phone];

/** Modules that any page may load later: the bar at an address other than `PUBLIC_URL`. */
export const laterParts = ['src/ui/notices/other-address.tsx'];

/** The page served for paths that are not listed. */
export const notFound = 'not found';

/**
 * All pages by their path. The build groups what they load, the service answers each with its title and what it loads, and
 * `scripts/pages.test.ts` compares the list with the router's.
 */
export const pages: Record<string, Page> = {
  '/': { modules: signIn, title: 'desk/sign-in:sign-in.title' },
  '/login': { modules: signIn, title: 'desk/sign-in:sign-in.title' },
  '/registry': { modules: ['src/desk/sign-in/register.tsx'], title: 'desk/sign-in:register.title' },
  '/resetPassword': { modules: ['src/desk/sign-in/reset-password.tsx'], title: 'desk/sign-in:reset-password.title' },
  '/login/password': { modules: ['src/desk/sign-in/choose-password.tsx'], title: 'desk/sign-in:choose-password.title' },
  '/login/third': { modules: ['src/desk/sign-in/third-return.tsx'], title: 'desk/sign-in:third-return.title' },
  '/login/third/bind': { modules: ['src/desk/sign-in/third-bind.tsx'], title: 'desk/sign-in:third-bind.title' },
  '/h5/authorize/{appId}': {
    modules: [...phone, 'src/phone/authorize/page.tsx'],
    title: 'phone/authorize:authorize.title',
  },
  '/h5sign/login/{nid}': { modules: [...party, 'src/phone/sign/login.tsx'], title: 'phone/sign:sign-login.title' },
  '/h5sign/enter/{nid}': { modules: [...party, 'src/phone/sign/enter.tsx'], title: 'phone/sign:sign-titles.enter' },
  '/h5sign/identity-one/{nid}': {
    modules: [...party, 'src/phone/sign/identity-one.tsx'],
    title: 'phone/sign:sign-titles.identity-one',
  },
  '/h5sign/identity-two/{nid}': {
    modules: [...party, 'src/phone/sign/identity-two.tsx'],
    title: 'phone/sign:sign-titles.identity-two',
  },
  '/h5sign/identity-three/{nid}': {
    modules: [...party, 'src/phone/sign/identity-three.tsx'],
    title: 'phone/sign:sign-titles.identity-three',
  },
  '/h5sign/identity-four/{nid}': {
    modules: [...party, 'src/phone/sign/identity-four.tsx'],
    title: 'phone/sign:sign-titles.identity-four',
  },
  '/h5sign/objective/{nid}': {
    modules: [...party, 'src/phone/sign/objective.tsx'],
    title: 'phone/sign:sign-titles.objective',
  },
  '/h5sign/objective-video/{nid}': {
    modules: [...party, 'src/phone/sign/objective-video.tsx'],
    title: 'phone/sign:sign-titles.objective-video',
  },
  '/h5sign/objective-result/{nid}': {
    modules: [...party, 'src/phone/sign/objective-result.tsx'],
    title: 'phone/sign:sign-titles.objective-result',
  },
  '/h5sign/verify/{nid}': { modules: [...party, 'src/phone/sign/verify.tsx'], title: 'phone/sign:sign-titles.verify' },
  '/h5sign/verify-result/{nid}': {
    modules: [...party, 'src/phone/sign/verify-result.tsx'],
    title: 'phone/sign:sign-titles.verify-result',
  },
  '/h5sign/sign/{nid}': { modules: [...party, 'src/phone/sign/sign.tsx'], title: 'phone/sign:sign-titles.sign' },
  '/h5sign/sign-result/{nid}': {
    modules: [...party, 'src/phone/sign/sign-result.tsx'],
    title: 'phone/sign:sign-titles.sign-result',
  },
  '/h5video/login/{nid}/{phone}/{type}': {
    modules: [...room, 'src/phone/video/login.tsx'],
    title: 'phone/video:video-login.title',
  },
  '/h5video/identity/{nid}': {
    modules: [...room, 'src/phone/video/identity.tsx'],
    title: 'phone/video:video-pages.identity',
  },
  '/h5video/verify/{nid}': {
    modules: [...room, 'src/phone/video/verify.tsx'],
    title: 'phone/video:video-pages.verify',
  },
  '/h5video/verify-result/{nid}': {
    modules: [...room, 'src/phone/video/verify-result.tsx'],
    title: 'phone/video:video-pages.ready',
  },
  '/h5video/room/{nid}': { modules: [...room, 'src/phone/video/room.tsx'], title: 'phone/video:video-pages.room' },
  '/h5video/end': { modules: [...room, 'src/phone/video/end.tsx'], title: 'phone/video:video-end.title' },
  '/h5sign/user-verification': {
    modules: [...phone, 'src/phone/verification/page.tsx'],
    title: 'phone/verification:user-verification.title',
  },
  '/h5sign/user-verification/result': {
    modules: [...phone, 'src/phone/verification/result.tsx'],
    title: 'phone/verification:user-verification-result.title',
  },
  '/home': { modules: [...desk, 'src/desk/home/home.tsx'], title: 'desk/home:home.title' },
  '/attestation/list': {
    modules: [...desk, 'src/desk/attestations/list/list.tsx'],
    title: 'desk/attestations/list:attestation-list.title',
  },
  '/attestation/new': {
    modules: [...desk, 'src/desk/attestations/new/new.tsx'],
    title: 'desk/attestations/new:preserve.title',
  },
  '/attestation/batch/{id}': {
    modules: [...desk, 'src/desk/attestations/batch/page.tsx'],
    title: 'desk/attestations/batch:batch.title',
  },
  '/attestation/process': {
    modules: [...desk, 'src/desk/attestations/sessions/page.tsx'],
    title: 'desk/attestations/sessions:live-sessions.title',
  },
  '/attestation/process/{id}': {
    modules: [...desk, 'src/desk/attestations/session/page.tsx'],
    title: 'desk/attestations/session:session.title',
  },
  '/attestation/{ano}': {
    modules: [...desk, 'src/desk/attestations/detail/detail.tsx'],
    title: 'desk/attestations/detail:attestation.title',
  },
  '/enforcer': { modules: [...desk, 'src/desk/enforcer/page.tsx'], title: 'desk/enforcer:devices.title' },
  '/enforcer/{id}': { modules: [...desk, 'src/desk/enforcer/detail.tsx'], title: 'desk/enforcer:recording.title' },
  '/record': { modules: ['src/phone/frame.tsx', 'src/phone/record/page.tsx'], title: 'phone/record:record.title' },
  '/notarization': {
    modules: [...desk, 'src/desk/notarization/list/list.tsx'],
    title: 'desk/notarization/list:matters.title',
  },
  '/notarization/list/{view}': {
    modules: [...desk, 'src/desk/notarization/list/list.tsx'],
    title: 'desk/notarization/list:matters.title',
  },
  '/notarization/add': {
    modules: [...desk, 'src/desk/notarization/new/page.tsx'],
    title: 'desk/notarization/new:matter-new.title',
  },
  '/notarization/add/success/{id}': {
    modules: [...desk, 'src/desk/notarization/filed/page.tsx'],
    title: 'desk/notarization/filed:matter-filed.title',
  },
  '/notarization/add/sign-online/{id}': {
    modules: [...desk, 'src/desk/notarization/sign-online/page.tsx'],
    title: 'desk/notarization/sign-online:matter-online.title',
  },
  '/notarization/add/sign/{id}': {
    modules: [...desk, 'src/desk/notarization/sign/page.tsx'],
    title: 'desk/notarization/sign:matter-sign.title',
  },
  '/notarization/preview/file': {
    modules: [...desk, 'src/desk/notarization/preview/page.tsx'],
    title: 'desk/notarization/preview:matter-file.title',
  },
  '/notarization/{id}': {
    modules: [...desk, 'src/desk/notarization/detail/page.tsx'],
    title: 'desk/notarization/detail:matter.title',
  },
  '/evidence': {
    modules: [...desk, 'src/desk/court-applications/page.tsx'],
    title: 'desk/court-applications:court-applications.title',
  },
  '/evidence/{id}': {
    modules: [...desk, 'src/desk/court-applications/detail.tsx'],
    title: 'desk/court-applications:court-application.title',
  },
  '/accountSetting/costCenter': {
    modules: [...desk, 'src/desk/cost-center/page.tsx'],
    title: 'desk/cost-center:cost-center.title',
  },
  '/buynotarize': { modules: [...desk, 'src/desk/packages/page.tsx'], title: 'desk/packages:packages.title' },
  '/buynotarize/{packageId}': {
    modules: [...desk, 'src/desk/packages/detail.tsx'],
    title: 'desk/packages:package.title',
  },
  '/notarization/reservation': {
    modules: [...desk, 'src/desk/reservations/page.tsx'],
    title: 'desk/reservations:reservations.title',
  },
  '/invoice': { modules: [...desk, 'src/desk/invoices/page.tsx'], title: 'desk/invoices:invoices.title' },
  '/invoice/{id}': { modules: [...desk, 'src/desk/invoices/detail.tsx'], title: 'desk/invoices:invoices.title' },
  '/recharge': { modules: [...desk, 'src/desk/pay/recharge.tsx'], title: 'desk/pay:recharge.title' },
  '/recharge/bank': {
    modules: [...desk, 'src/desk/bank-transfers/page.tsx'],
    title: 'desk/bank-transfers:bank-transfers.title',
  },
  '/pay/{orderNo}': { modules: [...desk, 'src/desk/pay/page.tsx'], title: 'desk/pay:pay.title' },
  '/reports': { modules: [...desk, 'src/desk/reports/page.tsx'], title: 'desk/reports:reports.title' },
  '/reports/{id}': { modules: [...desk, 'src/desk/reports/page.tsx'], title: 'desk/reports:report-detail.title' },
  '/messages': { modules: [...desk, 'src/desk/messages/messages.tsx'], title: 'desk/messages:messages.title' },
  '/accountSetting/basicSetting': {
    modules: [...settings, 'src/desk/security/page.tsx'],
    title: 'desk/security:security.title',
  },
  '/accountSetting/basicSetting/personal': {
    modules: [...settings, 'src/desk/certification/personal.tsx'],
    title: 'desk/certification:personal-certification.title',
  },
  '/accountSetting/basicSetting/enterprise': {
    modules: [...settings, 'src/desk/certification/enterprise.tsx'],
    title: 'desk/certification:enterprise-certification.title',
  },
  '/accountSetting/childAdmin': {
    modules: [...settings, 'src/desk/members/page.tsx'],
    title: 'desk/members:members.title',
  },
  '/accountSetting/addressAdmin': {
    modules: [...settings, 'src/desk/addresses/addresses.tsx'],
    title: 'desk/addresses:addresses.title',
  },
  '/accountSetting/notifications': {
    modules: [...settings, 'src/desk/messages/notifications.tsx'],
    title: 'desk/messages:notifications.title',
  },
  '/website-show/query': { modules: [...open, 'src/public/query/page.tsx'], title: 'public/query:query.title' },
  '/v/{ano}': { modules: [...open, 'src/public/proof/page.tsx'], title: 'public/proof:proof.title' },
  '/website-show/chain': { modules: [...open, 'src/public/chain/page.tsx'], title: 'public/chain:chain.title' },
  '/website-show/price': {
    modules: [...open, 'src/public/prices/page.tsx'],
    title: 'public/prices:public-prices.title',
  },
  '/website-show/service': { modules: [...open, agreement], title: 'public/agreements:agreement.service' },
  '/report': { modules: [...open, 'src/public/report/page.tsx'], title: 'public/report:report-page.title' },
  '/docs': { modules: [...open, 'src/public/docs/page.tsx'], title: 'public/docs:docs.title' },
  '/h5Mobile/service/agreement': {
    modules: [...phoneAgreement, agreement],
    title: 'public/agreements:agreement.service',
  },
  '/attestation-mobile/service/agreement': {
    modules: [...phoneAgreement, agreement],
    title: 'public/agreements:agreement.service',
  },
  '/h5Mobile/cfc/agreement': {
    modules: [...phoneAgreement, 'src/public/agreements/certificate.tsx'],
    title: 'public/agreements:agreement.certificate',
  },
  '/console/login': {
    modules: [consoleRoutes, 'src/console/sign-in/page.tsx'],
    title: 'console/sign-in:console-sign-in.title',
  },
  '/console': {
    modules: [...staff, 'src/console/overview/page.tsx'],
    title: 'console/overview:console-overview.title',
  },
  '/console/people': {
    modules: [...staff, 'src/console/people/page.tsx'],
    title: 'console/people:console-people.title',
  },
  '/console/people/{accountId}': {
    modules: [...staff, 'src/console/people/page.tsx', 'src/console/people/account.tsx'],
    title: 'console/people:console-people.title',
  },
  '/console/certifications': {
    modules: [...staff, 'src/console/certifications/page.tsx'],
    title: 'console/certifications:console-certifications.title',
  },
  '/console/certifications/{id}': {
    modules: [...staff, 'src/console/certifications/page.tsx'],
    title: 'console/certifications:console-certifications.title',
  },
  '/console/orders': {
    modules: [...staff, 'src/console/orders/page.tsx'],
    title: 'console/orders:console-orders.title',
  },
  '/console/orders/{orderNo}': {
    modules: [...staff, 'src/console/orders/page.tsx'],
    title: 'console/orders:console-orders.title',
  },
  '/console/payments': {
    modules: [...staff, 'src/console/orders/payments/page.tsx'],
    title: 'console/orders/payments:console-payments.title',
  },
  '/console/bank-transfers': {
    modules: [...staff, 'src/console/bank-transfers/page.tsx'],
    title: 'console/bank-transfers:console-bank-transfers.title',
  },
  '/console/bank-transfers/{id}': {
    modules: [...staff, 'src/console/bank-transfers/page.tsx'],
    title: 'console/bank-transfers:console-bank-transfers.title',
  },
  '/console/invoices': {
    modules: [...staff, 'src/console/invoices/page.tsx'],
    title: 'console/invoices:console-invoices.title',
  },
  '/console/invoices/{id}': {
    modules: [...staff, 'src/console/invoices/page.tsx'],
    title: 'console/invoices:console-invoices.title',
  },
  '/console/recoveries': {
    modules: [...staff, 'src/console/recoveries/page.tsx'],
    title: 'console/recoveries:console-recoveries.title',
  },
  '/console/recoveries/{id}': {
    modules: [...staff, 'src/console/recoveries/page.tsx'],
    title: 'console/recoveries:console-recoveries.title',
  },
  '/console/reports': {
    modules: [...staff, 'src/console/reports/page.tsx'],
    title: 'console/reports:console-reports.title',
  },
  '/console/reports/{id}': {
    modules: [...staff, 'src/console/reports/page.tsx'],
    title: 'console/reports:console-reports.title',
  },
  '/console/matters': {
    modules: [...staff, 'src/console/notarization/page.tsx'],
    title: 'console/notarization:console-matters.title',
  },
  '/console/matters/{id}': {
    modules: [...staff, 'src/console/notarization/page.tsx'],
    title: 'console/notarization:console-matters.title',
  },
  '/console/room/{id}': {
    modules: [...staff, 'src/console/room/page.tsx'],
    title: 'console/room:console-room.title',
  },
  '/console/sessions': {
    modules: [...staff, 'src/console/sessions/page.tsx'],
    title: 'console/sessions:console-sessions.title',
  },
  '/console/office': {
    modules: [...staff, 'src/console/notarization/office/page.tsx'],
    title: 'console/notarization/office:console-office.title',
  },
  '/console/offices': {
    modules: [...staff, 'src/console/notarization/offices/page.tsx'],
    title: 'console/notarization/offices:console-offices.title',
  },
  '/console/announcements': {
    modules: [...staff, 'src/console/announcements/page.tsx'],
    title: 'console/announcements:console-announcements.title',
  },
  '/console/staff': { modules: [...staff, 'src/console/staff/page.tsx'], title: 'console/staff:console-staff.title' },
  '/console/dictionary': {
    modules: [...staff, 'src/console/dictionary/page.tsx'],
    title: 'console/dictionary:console-dictionary.title',
  },
  '/console/dictionary/{name}': {
    modules: [...staff, 'src/console/dictionary/page.tsx', 'src/console/dictionary/entry.tsx'],
    title: 'console/dictionary:console-dictionary.title',
  },
  '/console/prices': {
    modules: [...staff, 'src/console/prices/page.tsx'],
    title: 'console/prices:console-prices.title',
  },
  '/console/prices/draft': {
    modules: [...staff, 'src/console/prices/page.tsx', 'src/console/prices/draft.tsx'],
    title: 'console/prices:console-prices.title',
  },
  '/console/prices/recharge': {
    modules: [...staff, 'src/console/prices/page.tsx', 'src/console/prices/recharge.tsx'],
    title: 'console/prices:console-prices.title',
  },
  '/console/prices/{version}': {
    modules: [...staff, 'src/console/prices/page.tsx', 'src/console/prices/version.tsx'],
    title: 'console/prices:console-prices.title',
  },
  '/console/captures': {
    modules: [...staff, 'src/console/captures/page.tsx'],
    title: 'console/captures:console-captures.title',
  },
  '/console/usage': { modules: [...staff, 'src/console/usage/page.tsx'], title: 'console/usage:console-usage.title' },
  '/console/trail': { modules: [...staff, 'src/console/trail/page.tsx'], title: 'console/trail:console-trail.title' },
  '/console/own': { modules: [...staff, 'src/console/own/page.tsx'], title: 'console/own:console-own.title' },
  '/exception': { modules: ['src/app/exception.tsx'], title: 'app:exception.title' },
  '/attestation': {
    modules: [...desk, 'src/desk/attestations/list/list.tsx'],
    title: 'desk/attestations/list:attestation-list.title',
  },
  [notFound]: { modules: ['src/app/not-found.tsx'], title: 'app:not-found.title' },
};
