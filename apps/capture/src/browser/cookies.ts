import { message, type ProfileCookie } from '@proofkeep/contract';
import type { Protocol } from 'devtools-protocol';
import { CaptureError } from '../capture-error.ts';
import type { Page } from '../page/page.ts';
import { CdpError } from './cdp.ts';

/**
 * Sets the cookies that a user supplied in the page's browser context, which is not the browser's default one. A
 * refused cookie ends the capture: otherwise the page would open as another user or signed out. @throws CaptureError
 * COOKIES_REFUSED
 */
export async function setCookies(page: Pick<Page, 'send'>, cookies: readonly ProfileCookie[], url: URL): Promise<void> {
  if (cookies.length === 0) return;
  try {
    await page.send('Network.setCookies', { cookies: cookies.map((cookie) => cookieParam(cookie, url)) });
  } catch (error) {
    if (!(error instanceof CdpError) || !error.isRefusal) throw error;
    throw new CaptureError('COOKIES_REFUSED', message('cookies.refused'), { cause: error });
  }
}

/** Number of cookies in the page's browser context, for any site. */
export async function countCookies({ bus, frameId }: Pick<Page, 'bus' | 'frameId'>): Promise<number> {
  const { browserContextId } = (await bus.send('Target.getTargetInfo', { targetId: frameId })).targetInfo;
  const { cookies } = await bus.send('Storage.getCookies', browserContextId ? { browserContextId } : {});
  return cookies.length;
}

/**
 * A cookie in the browser's format. `__Secure-` and `__Host-` require Secure, `__Host-` also the path `/` and no domain
 * (RFC 6265bis §4.1.3); a Cookie header doesn't contain these attributes. If the page is opened over https, all cookies
 * are Secure, so that none is sent unencrypted wherever the site redirects.
 */
function cookieParam({ domain, ...cookie }: ProfileCookie, page: URL): Protocol.Network.CookieParam {
  const [, prefix] = /^__(host|secure)-/i.exec(cookie.name) ?? [];
  const isHost = prefix?.toLowerCase() === 'host';
  const secure = cookie.secure || prefix !== undefined || page.protocol === 'https:';
  const path = isHost ? '/' : cookie.path;
  if (domain !== null && !isHost) return { ...cookie, secure, path, domain };
  const host = domain?.replace(/^\./, '') ?? page.hostname;
  return { ...cookie, secure, path, url: `${secure ? 'https' : 'http'}://${host}/` };
}
