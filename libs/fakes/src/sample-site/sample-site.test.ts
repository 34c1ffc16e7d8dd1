import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { get as getPlain } from 'node:http';
import { connect } from 'node:http2';
import { get } from 'node:https';
import { buffer, text } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hostilePaths } from './hostile-pages.ts';
import { type SampleSite, startSampleSite } from './sample-site.ts';

let site: SampleSite;
beforeAll(async () => {
  site = await startSampleSite();
});
afterAll(() => site.close());

const digestOf = async (url: string) =>
  createHash('sha256')
    .update(new Uint8Array(await (await fetch(url)).arrayBuffer()))
    .digest('hex');

describe('the sample site', () => {
  it('serves each expected resource with the promised bytes', async () => {
    const fixed = site.resources().filter(({ sha256 }) => sha256 !== null);

    const served = await Promise.all(fixed.map(async ({ url, kind }) => ({ url, kind, sha256: await digestOf(url) })));

    expect(served).toEqual(fixed);
    expect(new Set(fixed.map(({ sha256 }) => sha256)).size).toBe(fixed.length);
  });

  it('lists 97 resources for a complete capture, one more with 60 MiB and one less without the long picture', () => {
    const counts = [5, 60, 0].map((bigMb) => site.resources({ bigMb }).length);

    expect(counts).toEqual([97, 98, 96]);
  });

  it('records the bytes sent for responses that differ each time', async () => {
    const url = `${site.httpOrigin}/api/time.json`;

    const digest = await digestOf(url);

    expect(site.requests.findLast((request) => request.url === url)?.sha256).toBe(digest);
  });

  it('sends two cookies with the page', async () => {
    const { headers } = await fetch(`${site.httpOrigin}/shop`);

    expect(headers.getSetCookie().map((cookie) => cookie.split('=')[0])).toEqual(['visitor', 'currency']);
  });

  it('serves TLS with a certificate of its own authority, in HTTP/1.1 and HTTP/2', async () => {
    const first = await new Promise<string>((resolve, reject) =>
      get(`${site.httpsOrigin}/article`, { ca: site.caPem }, (response) => resolve(text(response))).on('error', reject),
    );
    const session = connect(site.httpsOrigin, { ca: site.caPem });
    const second = await text(session.request({ ':path': '/article' }));
    session.close();

    expect(first).toContain('知识产权投诉规则');
    expect(second).toBe(first);
  });

  it('redirects to the article as many times as requested', async () => {
    const { url, redirected } = await fetch(`${site.httpOrigin}/redirect/5`);

    expect(redirected).toBe(true);
    expect(url).toBe(`${site.httpOrigin}/article`);
    expect(site.requests.filter((request) => request.url.includes('/redirect/'))).toHaveLength(5);
  });

  it('sends a bomb of 1 GiB in about 1 MiB', async () => {
    const [response] = await once(getPlain(`${site.httpOrigin}/hostile/gzip-bomb`), 'response');
    const sent = await buffer(response);
    let size = 0;
    for await (const chunk of createGunzip({ chunkSize: 1024 ** 2 }).end(sent)) size += chunk.length;

    expect(sent.length).toBeLessThan(2 * 1024 ** 2);
    expect(size).toBe(1024 ** 3);
  });

  it('lists its 24 hostile pages', async () => {
    const index = await (await fetch(`${site.httpOrigin}/hostile`)).text();

    expect(hostilePaths.length).toBe(24);
    for (const path of hostilePaths) expect(index).toContain(`"${path}"`);
  });

  it('detects connections to its canary', async () => {
    await fetch(`${site.httpOrigin}/hostile/private-redirect?fetch`);

    expect(site.canary.reached).toEqual(['GET /redirected-fetch HTTP/1.1']);
  });
});
