// First-load JavaScript of every page of the site, gzipped: what a browser fetches before the page stands.
// `node bench/web/run.ts`
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { printTable } from '../kit/table.ts';

/** Of Vite's manifest (vite.dev, Backend Integration): what a module was built into, and what that loads. */
interface Built {
  file: string;
  imports?: string[];
  dynamicImports?: string[];
}

const entry = 'index.html';
const desk = ['src/app/themed.tsx', 'src/app/shell.tsx'];
const settings = [...desk, 'src/desk/settings/frame.tsx'];
const open = ['src/public/frame.tsx'];
const staff = ['src/app/themed.tsx', 'src/console/frame.tsx'];

/** The modules that the router loads for a page, from the outside in (apps/web/src/app/router.tsx). */
const routes: Record<string, string[]> = {
  '/login': ['src/app/themed.tsx', 'src/desk/sign-in/sign-in.tsx'],
  '/registry': ['src/app/themed.tsx', 'src/desk/sign-in/register.tsx'],
  '/resetPassword': ['src/app/themed.tsx', 'src/desk/sign-in/reset-password.tsx'],
  '/login/password': ['src/app/themed.tsx', 'src/desk/sign-in/choose-password.tsx'],
  '/login/third': ['src/app/themed.tsx', 'src/desk/sign-in/third-return.tsx'],
  '/login/third/bind': ['src/app/themed.tsx', 'src/desk/sign-in/third-bind.tsx'],
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

const out = mkdtempSync(join(tmpdir(), 'bench-web-'));
try {
  const manifest = build();
  const unlisted = manifest[entry]?.dynamicImports?.filter((name) => !Object.values(routes).flat().includes(name));
  if (unlisted?.length !== 0) throw new Error(`No page is listed that loads ${unlisted?.join(', ')}.`);
  const always = gzippedBytes(manifest, [entry]);
  printTable(
    ['page', 'first load, KiB gzipped', 'of it the page’s own', 'files'],
    [
      ['every page', kib(always.bytes), '', String(always.files)],
      ...Object.entries(routes).map(([path, modules]) => {
        const { bytes, files } = gzippedBytes(manifest, [entry, ...modules]);
        return [path, kib(bytes), kib(bytes - always.bytes), String(files)];
      }),
    ],
  );
} finally {
  rmSync(out, { recursive: true, force: true });
}

function build(): Record<string, Built> {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const { status } = spawnSync(
    process.execPath,
    [vite, 'build', '--manifest', '--outDir', out, '--emptyOutDir', '--logLevel', 'warn'],
    { cwd: join(root, 'apps', 'web'), stdio: 'inherit', env: { ...process.env, NODE_ENV: 'production' } },
  );
  if (status !== 0) throw new Error('The site could not be built.');
  return JSON.parse(readFileSync(join(out, '.vite', 'manifest.json'), 'utf8')) as Record<string, Built>;
}

/** Of these modules and all that they import statically, each file once. */
function gzippedBytes(manifest: Record<string, Built>, modules: readonly string[]): { bytes: number; files: number } {
  const files = new Set<string>();
  const visit = (name: string): void => {
    const built = manifest[name];
    if (!built) throw new Error(`${name} was not built.`);
    if (files.has(built.file)) return;
    files.add(built.file);
    for (const imported of built.imports ?? []) visit(imported);
  };
  for (const name of modules) visit(name);
  const bytes = [...files].map((file) => gzipSync(readFileSync(join(out, file)), { level: 9 }).length);
  return { bytes: bytes.reduce((sum, size) => sum + size, 0), files: files.size };
}

function kib(bytes: number): string {
  return (bytes / 1024).toFixed(0);
}
