// First-load JavaScript of every page of the site, gzipped: what a browser fetches before the page stands.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** An entry of Vite's manifest (vite.dev, Backend Integration): the file a module was built into, and what that imports. */
interface Built {
  file: string;
  imports?: string[];
  dynamicImports?: string[];
}

/** A build's manifest, by the path of a module from `apps/web`. */
export type Manifest = Record<string, Built>;

export const entry = 'index.html';
const desk = ['src/app/themed.tsx', 'src/app/shell.tsx'];
const settings = [...desk, 'src/desk/settings/frame.tsx'];
const open = ['src/public/frame.tsx'];
const staff = ['src/app/themed.tsx', 'src/console/frame.tsx'];

/** The modules that the router loads for a page, from the outside in (apps/web/src/app/router.tsx). */
export const routes: Record<string, string[]> = {
  '/login': ['src/desk/sign-in/sign-in.tsx'],
  '/registry': ['src/desk/sign-in/register.tsx'],
  '/resetPassword': ['src/desk/sign-in/reset-password.tsx'],
  '/login/password': ['src/desk/sign-in/choose-password.tsx'],
  '/login/third': ['src/desk/sign-in/third-return.tsx'],
  '/login/third/bind': ['src/desk/sign-in/third-bind.tsx'],
  '/h5/authorize/{appId}': ['src/phone/frame.tsx', 'src/phone/authorize/page.tsx'],
  '/home': [...desk, 'src/desk/home/home.tsx'],
  '/attestation/list': [...desk, 'src/desk/attestations/list/list.tsx'],
  '/attestation/new': [...desk, 'src/desk/attestations/new/new.tsx'],
  '/attestation/{ano}': [...desk, 'src/desk/attestations/detail/detail.tsx'],
  '/accountSetting/costCenter': [...desk, 'src/desk/cost-center/page.tsx'],
  '/buynotarize': [...desk, 'src/desk/packages/page.tsx'],
  '/buynotarize/{packageId}': [...desk, 'src/desk/packages/detail.tsx'],
  '/invoice': [...desk, 'src/desk/invoices/page.tsx'],
  '/invoice/{id}': [...desk, 'src/desk/invoices/detail.tsx'],
  '/recharge': [...desk, 'src/desk/pay/recharge.tsx'],
  '/recharge/bank': [...desk, 'src/desk/bank-transfers/page.tsx'],
  '/pay/{orderNo}': [...desk, 'src/desk/pay/page.tsx'],
  '/messages': [...desk, 'src/desk/messages/messages.tsx'],
  '/accountSetting/basicSetting': [...settings, 'src/desk/security/page.tsx'],
  '/accountSetting/basicSetting/personal': [...settings, 'src/desk/certification/personal.tsx'],
  '/accountSetting/basicSetting/enterprise': [...settings, 'src/desk/certification/enterprise.tsx'],
  '/accountSetting/childAdmin': [...settings, 'src/desk/members/page.tsx'],
  '/accountSetting/addressAdmin': [...settings, 'src/desk/addresses/addresses.tsx'],
  '/accountSetting/notifications': [...settings, 'src/desk/messages/notifications.tsx'],
  '/website-show/query': [...open, 'src/public/query/page.tsx'],
  '/website-show/chain': [...open, 'src/public/chain/page.tsx'],
  '/website-show/price': [...open, 'src/public/prices/page.tsx'],
  '/website-show/service': [...open, 'src/public/agreements/service.tsx'],
  '/docs': [...open, 'src/public/docs/page.tsx'],
  '/h5Mobile/service/agreement': ['src/public/agreements/phone-frame.tsx', 'src/public/agreements/service.tsx'],
  '/h5Mobile/cfc/agreement': ['src/public/agreements/phone-frame.tsx', 'src/public/agreements/certificate.tsx'],
  '/console/login': ['src/app/themed.tsx', 'src/console/sign-in/page.tsx'],
  '/console': [...staff, 'src/console/overview/page.tsx'],
  '/console/people': [...staff, 'src/console/people/page.tsx'],
  '/console/people/{accountId}': [...staff, 'src/console/people/page.tsx', 'src/console/people/account.tsx'],
  '/console/certifications': [...staff, 'src/console/certifications/page.tsx'],
  '/console/orders': [...staff, 'src/console/orders/page.tsx'],
  '/console/payments': [...staff, 'src/console/orders/payments/page.tsx'],
  '/console/bank-transfers': [...staff, 'src/console/bank-transfers/page.tsx'],
  '/console/invoices': [...staff, 'src/console/invoices/page.tsx'],
  '/console/recoveries': [...staff, 'src/console/recoveries/page.tsx'],
  '/console/announcements': [...staff, 'src/console/announcements/page.tsx'],
  '/console/staff': [...staff, 'src/console/staff/page.tsx'],
  '/console/dictionary': [...staff, 'src/console/dictionary/page.tsx'],
  '/console/dictionary/{name}': [...staff, 'src/console/dictionary/page.tsx', 'src/console/dictionary/entry.tsx'],
  '/console/prices': [...staff, 'src/console/prices/page.tsx'],
  '/console/prices/draft': [...staff, 'src/console/prices/page.tsx', 'src/console/prices/draft.tsx'],
  '/console/prices/recharge': [...staff, 'src/console/prices/page.tsx', 'src/console/prices/recharge.tsx'],
  '/console/prices/{version}': [...staff, 'src/console/prices/page.tsx', 'src/console/prices/version.tsx'],
  '/console/trail': [...staff, 'src/console/trail/page.tsx'],
  '/console/own': [...staff, 'src/console/own/page.tsx'],
  '/exception': ['src/app/exception.tsx'],
  'not found': ['src/app/not-found.tsx'],
};

/** Reads the manifest of a build, and checks that each page of the router is listed here. */
export function manifestOf(out: string): Manifest {
  const manifest = JSON.parse(readFileSync(join(out, '.vite', 'manifest.json'), 'utf8')) as Manifest;
  const unlisted = manifest[entry]?.dynamicImports?.filter((name) => !Object.values(routes).flat().includes(name));
  if (unlisted?.length !== 0) throw new Error(`No page is listed that loads ${unlisted?.join(', ')}.`);
  return manifest;
}

/**
 * Gzipped size of the entry, these modules and all that they import statically, each file once.
 * @param out folder of the build
 */
export function firstLoadOf(
  out: string,
  manifest: Manifest,
  modules: readonly string[],
): { bytes: number; files: string[] } {
  const files = new Set<string>();
  const visit = (name: string): void => {
    const built = manifest[name];
    if (!built) throw new Error(`${name} was not built.`);
    if (files.has(built.file)) return;
    files.add(built.file);
    for (const imported of built.imports ?? []) visit(imported);
  };
  for (const name of [entry, ...modules]) visit(name);
  const bytes = [...files].map((file) => gzipSync(readFileSync(join(out, file)), { level: 9 }).length);
  return { bytes: bytes.reduce((sum, size) => sum + size, 0), files: [...files] };
}
