import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { type CaptureReport, message } from '@proofkeep/contract';
import { type SampleSite, startSampleSite } from '@proofkeep/fakes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { capture, type GivenCapture, leftovers } from './testing/capture.ts';

let site: SampleSite;
beforeAll(async () => {
  site = await startSampleSite();
});
afterAll(() => site.close());

const failureOf = async (order: Parameters<typeof capture>[0], given: GivenCapture = {}) => {
  const { report, remove } = await capture(order, given);
  await remove();
  expect(report.state).toBe('failed');
  return report.failure;
};

const overridesOf = ({ alterations }: CaptureReport) =>
  alterations.filter(({ kind }) => kind === 'tls-overridden').map(({ said }) => said.values.error);

async function closedPort(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `127.0.0.1:${port}`;
}

// Most of the time is waiting, so they overlap.
describe.concurrent('a capture that cannot be made', () => {
  it.each([
    'file:///etc/passwd',
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://[::1]/',
    'http://example.com:22/',
    'not an address',
  ])('refuses %s before anything starts', async (url) => {
    const failure = await failureOf({ url });

    expect(failure?.code).toBe('URL_REFUSED');
    expect(failure?.said.text).toMatch(/\.$/);
  });

  it('reports that a name leads to a non-public address', async () => {
    const failure = await failureOf(
      { url: 'http://inside.example/' },
      { environment: { CAPTURE_HOSTS: 'inside.example=10.0.0.1' } },
    );

    expect(failure).toMatchObject({
      code: 'EGRESS_REFUSED',
      said: { text: expect.stringContaining('inside.example') },
    });
  });

  it('reports that nothing listens', async () => {
    const place = await closedPort();

    expect(await failureOf({ url: `http://${place}/`, egressAllow: [place] })).toMatchObject({
      code: 'CONNECTION_FAILED',
    });
    expect(await failureOf({ url: `https://${place}/`, egressAllow: [place] })).toMatchObject({
      code: 'CONNECTION_FAILED',
    });
  });

  it('reports that a name has no address', async () => {
    expect(await failureOf({ url: 'https://nowhere.invalid/' })).toMatchObject({ code: 'NAME_NOT_RESOLVED' });
  });

  it('reports an invalid certificate, unless asked to record it', async () => {
    const untrusted = { environment: { CAPTURE_TRUST_SPKI: '' }, site };
    const url = `${site.httpsOrigin}/article`;

    expect(await failureOf({ url }, untrusted)).toMatchObject({
      code: 'TLS_INVALID',
      said: message('load.certificate', { error: message('tls.untrusted') }),
    });
    const { report, remove } = await capture({ url, tls: 'record-invalid' }, untrusted);
    await remove();
    expect(report.state).not.toBe('failed');
    expect(report.page.tls?.verdict).toBe('rejected: net::ERR_CERT_AUTHORITY_INVALID');
    expect(overridesOf(report)).toEqual([message('tls.authority', { issuer: 'Wanhuo Street Test Root' })]);
  }, 60_000);

  it('names the wrong name of a certificate behind the error that hides it', async () => {
    const { port } = new URL(site.httpsOrigin);
    const { report, remove } = await capture(
      { url: `https://wrong.example:${port}/article`, tls: 'record-invalid' },
      { site, environment: { CAPTURE_TRUST_SPKI: '', CAPTURE_HOSTS: 'wrong.example=127.0.0.1' } },
    );
    await remove();

    expect(report.page.tls?.verdict).toBe('rejected: net::ERR_CERT_AUTHORITY_INVALID');
    expect(overridesOf(report)).toEqual([
      message('tls.authority', { issuer: 'Wanhuo Street Test Root' }),
      message('tls.name', { names: 'localhost, 127.0.0.1, 127.0.0.2' }),
    ]);
  }, 60_000);

  it('reports that the URL leads to a file instead of a page, or only to redirects', async () => {
    expect(await failureOf({ url: `${site.httpOrigin}/download-only` }, { site })).toMatchObject({
      code: 'NOT_A_PAGE',
      said: message('load.named-download', { name: 'authorisation.bin' }),
    });
    expect(await failureOf({ url: `${site.httpOrigin}/hostile/redirects` }, { site })).toMatchObject({
      code: 'NOT_A_PAGE',
    });
  }, 60_000);

  it('reports that the page navigates before it shows anything', async () => {
    expect(await failureOf({ url: `${site.httpOrigin}/hostile/head-navigation` }, { site })).toMatchObject({
      code: 'NOT_A_PAGE',
      said: { text: expect.stringMatching(/^The page redirected itself \d+ times and never displayed anything\.$/) },
    });
  }, 60_000);

  it('ends at its time limit if the site never answers', async () => {
    const limits = { wallMs: 5_000 };

    expect(await failureOf({ url: `${site.httpOrigin}/hostile/slow-headers`, limits }, { site })).toMatchObject({
      code: 'WALL_TIME_EXCEEDED',
    });
  }, 60_000);

  it('ends when aborted', async () => {
    const stop = new AbortController();
    const onEvent: GivenCapture['onEvent'] = (event) => event.type === 'step' && event.step === 'load' && stop.abort();

    const failure = await failureOf({ url: `${site.httpOrigin}/shop` }, { site, signal: stop.signal, onEvent });

    expect(failure?.code).toBe('ABORTED');
  }, 60_000);

  it('reports that there is no browser, or that it does not start', async () => {
    const url = `${site.httpOrigin}/article`;

    expect(await failureOf({ url }, { site, environment: { CHROMIUM_PATH: '/nowhere/chromium' } })).toMatchObject({
      code: 'BROWSER_MISSING',
    });
    expect(await failureOf({ url }, { site, environment: { CHROMIUM_PATH: '/bin/true' } })).toMatchObject({
      code: 'BROWSER_FAILED',
    });
  }, 60_000);
});

describe('afterwards', () => {
  it('no process or folder of any capture is left', async () => {
    expect(await leftovers()).toEqual([]);
  });
});
