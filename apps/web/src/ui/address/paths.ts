import {
  type AttestationKind,
  bankTransfersPath,
  costCenterPath,
  courtApplicationPath,
  courtApplicationsPath,
  invoicePath,
  invoicesPath,
  type MatterView,
  matterPath,
  packagePath,
  packagesPath,
  payReturnPath,
  recorderPath,
  reportPath,
  reportsPath,
} from '@proofkeep/contract';

/** Paths of all pages; written nowhere else. */
export const paths = {
  signIn: '/login',
  register: '/registry',
  resetPassword: '/resetPassword',
  choosePassword: '/login/password',
  thirdReturn: '/login/third',
  thirdBind: '/login/third/bind',
  authorize: '/h5/authorize/:appId',
  home: '/home',
  attestations: '/attestation/list',
  proof: '/v/:ano',
  sampleProof: '/v/sample',
  preserve: '/attestation/new',
  newLiveSession: '/attestation/new?kind=live',
  preserveLive: (url: string) => `/attestation/new?${new URLSearchParams({ kind: 'live', url })}`,
  preserveAgain: (orderNo: string) => `/attestation/new?again=${orderNo}`,
  batch: (id: string) => `/attestation/batch/${id}`,
  attestation: (ano: string) => `/attestation/${encodeURIComponent(ano)}`,
  liveSessions: '/attestation/process',
  liveSession: (ano: string) => `/attestation/process/${encodeURIComponent(ano)}`,
  devices: '/enforcer',
  deviceRecording: (id: string) => `/enforcer/${id}`,
  recorder: recorderPath,
  /** The page that shows an attestation of this kind first. */
  evidence: ({ ano, kind }: { ano: string; kind: AttestationKind }) =>
    kind === 'live' ? paths.liveSession(ano) : paths.attestation(ano),
  matters: (view: MatterView = 'all') => `/notarization/list/${view}`,
  newMatter: '/notarization/add',
  matterDraft: (id: string) => `/notarization/add?draft=${id}`,
  notarize: (...anos: readonly string[]) => `/notarization/add?${new URLSearchParams({ evidence: anos.join(',') })}`,
  matterFiled: (id: string) => `/notarization/add/success/${id}`,
  signOnline: (id: string) => `/notarization/add/sign-online/${id}`,
  signHere: (id: string) => `/notarization/add/sign/${id}`,
  matter: matterPath,
  matterFile: '/notarization/preview/file',
  matterFileOf: (file: { matter: string; document: string } | { matter: string; material: string }) =>
    `/notarization/preview/file?${new URLSearchParams({ ...file })}`,
  courtApplications: courtApplicationsPath,
  courtApplication: courtApplicationPath,
  settings: '/accountSetting/basicSetting',
  personal: '/accountSetting/basicSetting/personal',
  enterprise: '/accountSetting/basicSetting/enterprise',
  members: '/accountSetting/childAdmin',
  addresses: '/accountSetting/addressAdmin',
  notifications: '/accountSetting/notifications',
  messages: '/messages',
  costCenter: costCenterPath,
  packages: packagesPath,
  package: packagePath,
  recharge: '/recharge',
  bankTransfers: bankTransfersPath,
  pay: payReturnPath,
  invoices: invoicesPath,
  invoice: invoicePath,
  ownReports: reportsPath,
  ownReport: reportPath,
  reservation: (matterId?: string) => `/notarization/reservation${matterId ? `?matter=${matterId}` : ''}`,
  console: '/console',
  consoleSignIn: '/console/login',
  consolePeople: '/console/people',
  consoleAccount: (accountId: string) => `/console/people/${accountId}`,
  consoleAnnouncements: '/console/announcements',
  consoleStaff: '/console/staff',
  consoleDictionary: '/console/dictionary',
  consoleDictionaryOf: (name: string) => `/console/dictionary/${encodeURIComponent(name)}`,
  consolePrices: '/console/prices',
  consolePriceList: (version: number | 'draft') => `/console/prices/${version}`,
  consoleRecharge: '/console/prices/recharge',
  consoleCertifications: '/console/certifications',
  consoleCertification: (id: string) => `/console/certifications/${id}`,
  consoleOrders: '/console/orders',
  consoleOrder: (orderNo: string) => `/console/orders/${orderNo}`,
  consolePayments: '/console/payments',
  consoleBankTransfers: '/console/bank-transfers',
  consoleBankTransfer: (id: string) => `/console/bank-transfers/${id}`,
  consoleInvoices: '/console/invoices',
  consoleInvoice: (id: string) => `/console/invoices/${id}`,
  consoleRecoveries: '/console/recoveries',
  consoleRecovery: (id: string) => `/console/recoveries/${id}`,
  consoleReports: '/console/reports',
  consoleReport: (id: string) => `/console/reports/${encodeURIComponent(id)}`,
  consoleMatters: '/console/matters',
  consoleMatter: (id: string) => `/console/matters/${id}`,
  consoleOffice: '/console/office',
  consoleSessions: '/console/sessions',
  consoleRoom: (id: string) => `/console/room/${id}`,
  consoleOffices: '/console/offices',
  consoleUsage: '/console/usage',
  consoleCaptures: '/console/captures',
  consoleCapturesOf: (show: string, code?: string) =>
    `/console/captures?${new URLSearchParams({ show, ...(code ? { code } : {}) })}`,
  consoleTrail: '/console/trail',
  consoleOwn: '/console/own',
  /** Certifies the signed-in user on the phone. */
  userVerification: '/h5sign/user-verification',
  userVerificationResult: '/h5sign/user-verification/result',
  exception: '/exception',
  query: '/website-show/query',
  chain: '/website-show/chain',
  prices: '/website-show/price',
  docs: '/docs',
  report: '/report',
  serviceAgreement: '/website-show/service',
  /** Agreement page for phones, linked from forms. */
  phoneServiceAgreement: '/h5Mobile/service/agreement',
  attestationServiceAgreement: '/attestation-mobile/service/agreement',
  certificateAgreement: '/h5Mobile/cfc/agreement',
};

/** Path to open after sign-in: the given one if it belongs to this site, otherwise home. */
export const nextPath = (next: string | null): string => ownPath(next) ?? paths.home;

/** Path to open after console sign-in: the given one if it is a console page, otherwise the console's first. */
export function nextConsolePath(next: string | null): string {
  const path = ownPath(next);
  return path !== null && /^\/console([/?#]|$)/.test(path) ? path : paths.console;
}

/**
 * Returns a path of this site as the browser parses it, or null. URL parsing drops tabs and line breaks, reads `\` as `/` and
 * resolves `..`, so text that looks like a path can parse to another host (WHATWG URL §4.4).
 */
function ownPath(next: string | null): string | null {
  if (next === null || !/^\/[^\s\\\p{C}]*$/u.test(next)) return null;
  const base = 'https://this-site.invalid';
  const url = URL.parse(next, base);
  if (url?.origin !== base || url.pathname.startsWith('//')) return null;
  return url.pathname + url.search + url.hash;
}
