import { ProfileCookie } from '@proofkeep/contract';
import { type SampleSite, startSampleSite } from '@proofkeep/fakes';
import type { Protocol } from 'devtools-protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from '../page/page.ts';
import { capture } from '../testing/capture.ts';
import { setCookies } from './cookies.ts';

let site: SampleSite;
beforeAll(async () => {
  site = await startSampleSite();
});
afterAll(() => site.close());

const cookie = (name: string, more: Partial<ProfileCookie> = {}) =>
  ProfileCookie.parse({ name, value: `value-of-${name}`, domain: null, ...more });

/** The cookie parameters passed to the browser for cookies of a page. */
async function given(url: string, ...cookies: ProfileCookie[]): Promise<Protocol.Network.CookieParam[]> {
  let sent: Protocol.Network.CookieParam[] = [];
  const page = { send: async (_method: string, params: { cookies: typeof sent }) => void (sent = params.cookies) };
  await setCookies(page as unknown as Page, cookies, new URL(url));
  return sent;
}

describe('cookies of a signed-in profile', () => {
  it('are accepted and sent by the browser, whatever the prefix of their name requires', async () => {
    const cookies = [
      cookie('sid'),
      cookie('__Secure-id'),
      cookie('__Host-id', { path: '/article', domain: '127.0.0.1' }),
    ];

    const { report, remove } = await capture({ url: `${site.httpsOrigin}/article`, cookies }, { site });
    await remove();

    expect(report).toMatchObject({ failure: null, environment: { freshProfile: false } });
    const sent = site.requests.find(({ url }) => url.endsWith('/article'))?.headers.cookie ?? '';
    expect(String(sent).split('; ').sort()).toEqual(cookies.map(({ name, value }) => `${name}=${value}`).sort());
  }, 60_000);

  it('end the capture if the browser refuses them, without counting as a fault of the platform', async () => {
    const cookies = [cookie('sid', { value: 'a\u0001b' })];

    const { report, remove } = await capture({ url: `${site.httpsOrigin}/article`, cookies }, { site });
    await remove();

    expect(report).toMatchObject({ state: 'failed', failure: { code: 'COOKIES_REFUSED' } });
  }, 60_000);

  it('are all Secure on a page opened over https, so that no redirect sends them unencrypted', async () => {
    const cookies = [
      cookie('sid'),
      cookie('id', { domain: '.shop.example' }),
      cookie('__Host-id', { domain: 'shop.example' }),
    ];

    expect(await given('https://www.shop.example/orders', ...cookies)).toMatchObject([
      { secure: true, url: 'https://www.shop.example/' },
      { secure: true, domain: '.shop.example' },
      { secure: true, url: 'https://shop.example/', path: '/' },
    ]);
    expect(await given('http://intranet.example:8080/', ...cookies)).toMatchObject([
      { secure: false, url: 'http://intranet.example/' },
      { secure: false },
      { secure: true },
    ]);
  });
});
