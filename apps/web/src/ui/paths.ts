/** Addresses of pages; nothing else writes one down. */
export const paths = {
  signIn: '/login',
  register: '/registry',
  resetPassword: '/resetPassword',
  home: '/home',
  attestations: '/attestation/list',
  preserve: '/attestation/new',
  attestation: (ano: string) => `/attestation/${encodeURIComponent(ano)}`,
  settings: '/accountSetting/basicSetting',
  enterprise: '/accountSetting/basicSetting/enterprise',
  members: '/accountSetting/childAdmin',
  addresses: '/accountSetting/addressAdmin',
  messages: '/messages',
  console: '/console',
  exception: '/exception',
  query: '/website-show/query',
  chain: '/website-show/chain',
  docs: '/docs',
};

/** Where to go after signing in: a path of this site, else home. */
export function nextPath(next: string | null): string {
  const isOwn = next !== null && /^\/(?![/\\])/.test(next);
  return isOwn ? next : paths.home;
}
