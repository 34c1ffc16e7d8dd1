/** Maximum number of cookies that one replay keeps, and the maximum length of each (RFC 6265 §6.1). */
const mostCookies = 180;
const longestCookie = 4096;

/**
 * Sent with the response to a request that carries cookies. The service sets none on replay hosts, so they come from a
 * captured page that bypassed `cookieScript` and set them for the parent domain, which all replays share.
 */
export const clearCookies = { 'clear-site-data': '"cookies"' };

/** All cookies that a browser may send to one host (180 of 4 KiB), so that no page can prevent the replay of others. */
export const headerBytes = 2 ** 20;

/**
 * Follows the replayer's script in each replayed page and runs before the page's own scripts. Gives pages their own
 * cookies instead of the browser's: `document.cookie` reads and writes a list in the tab's `sessionStorage`, grouped by
 * captured host. So a page can't see what another one put into the browser's cookies, unless it bypasses this script,
 * too.
 *
 * The replayer makes a `_WBWombat` for the page and for each of its frames without a URL, whose first step is to set
 * the captured cookies. @param base URL of the replay
 */
export const cookieScript = (base: string): string => `;(() => {
'use strict';
const place = ${JSON.stringify(`cookies of ${base}`)};
const kept = window.sessionStorage;
const { parse, stringify } = JSON;

const read = () => parse(kept.getItem(place) ?? '[]').filter(({ until }) => until === null || until > Date.now());
const covers = (domain, host) => host === domain || host.endsWith('.' + domain);
const isFor = ({ domain, hostOnly }, host) => (hostOnly ? host === domain : covers(domain, host));
const textOf = ({ name, value }) => (name ? name + '=' + value : value);
const cookiesFor = (host) => read().filter((one) => isFor(one, host)).map(textOf).join('; ');

/** RFC 6265 §5.2 and §5.3, without paths. */
function keep(host, line) {
  const [pair, ...attributes] = line.split(';').map((part) => part.trim());
  const at = pair.indexOf('=');
  const [name, value] = [pair.slice(0, Math.max(at, 0)).trim(), pair.slice(at + 1).trim()];
  const given = new Map(attributes.map((part) => {
    const [key, ...rest] = part.split('=');
    return [key.trim().toLowerCase(), rest.join('=').trim()];
  }));
  const domain = (given.get('domain') || '').replace(/^\\./, '').toLowerCase();
  if (!pair || pair.length > ${longestCookie} || given.has('httponly') || (domain && !covers(domain, host))) return;
  const set = { name, value, domain: domain || host, hostOnly: !domain, until: untilOf(given) };
  const others = read().filter((one) => one.name !== name || one.domain !== set.domain || one.hostOnly !== set.hostOnly);
  const isPast = set.until !== null && set.until <= Date.now();
  kept.setItem(place, stringify(isPast ? others : [...others, set].slice(-${mostCookies})));
}

/** In milliseconds since 1970; null: until the tab is closed. */
function untilOf(given) {
  const age = given.get('max-age');
  if (age && /^-?\\d+$/.test(age)) return Date.now() + Number(age) * 1000;
  const at = Date.parse(given.get('expires') ?? '');
  return Number.isNaN(at) ? null : at;
}

/** A frame without an address has its parent's cookies (HTML §7.3.1). */
function hostOf(page, info) {
  if (info?.wombat_host || page.parent === page) return info?.wombat_host || '';
  try {
    return hostOf(page.parent, page.parent.wbinfo);
  } catch {
    return '';
  }
}

function install({ $wbwindow: page, wb_info }) {
  const host = () => hostOf(page, wb_info).replace(/:\\d+$/, '');
  Object.defineProperty(page.Document.prototype, 'cookie', {
    configurable: true,
    enumerable: true,
    get: () => cookiesFor(host()),
    set: (line) => keep(host(), String(line)),
  });
  delete page.cookieStore;
  delete page.CookieStore;
}

const { prototype } = window._WBWombat;
const { initCookiePreset } = prototype;
prototype.initCookiePreset = function () {
  install(this);
  initCookiePreset.call(this);
};
prototype.initCookiesOverride = () => {};
})();
`;
