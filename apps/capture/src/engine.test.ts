import { execFileSync } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { CaptureReport, captureSteps, message } from '@proofkeep/contract';
import { type SampleSite, startSampleSite } from '@proofkeep/fakes';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Captured, capture, leftovers } from './testing/capture.ts';

const page = `<!doctype html><html lang="zh"><title>存真</title><body style="margin:0">
<div style="position:fixed;top:0;height:20px;background:#000"></div>
<div id="closed"></div><iframe srcdoc="<p>帧内文字</p>"></iframe>
<p>正文 <b>text</b><span style="display:none">hidden</span></p>
<div style="height:3000px"></div><img id="lazy" loading="lazy" width="20" height="20" src="/lazy.svg">
<script>
document.getElementById('closed').attachShadow({ mode: 'closed' }).innerHTML = '<p>影子里的字</p>';
document.getElementById('lazy').addEventListener('load', () => { document.title = '存真 到底'; });
</script>`;

/** Navigates a second after it loads, once by its refresh and once by its script. */
const leaving = `<!doctype html><meta http-equiv="refresh" content="1; url=/elsewhere"><title>Here</title><p>Here I am
<iframe src="/" loading="lazy"></iframe><script>setTimeout(() => { location.href = '/other'; }, 1300);</script>`;

const bodies: Record<string, string> = {
  '/': page,
  '/broken': '<p>Half of a picture</p><img src="/half.png">',
  '/leaving': leaving,
};

/** Serves pages that the sample site lacks. */
function startPages(): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.url === '/lazy.svg') {
      response.setHeader('content-type', 'image/svg+xml');
      response.end('<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"/>');
    } else if (request.url === '/half.png') {
      response.writeHead(200, { 'content-type': 'image/png', 'content-length': 1000 });
      response.write('half', () => response.destroy());
    } else {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(bodies[request.url ?? ''] ?? '<p>Nowhere');
    }
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

let site: SampleSite;
let pages: Server;
let origin: string;
const kept: Captured[] = [];

/** Releases the capture after the test, then checks that no process or folder is left. */
const captured = async (...args: Parameters<typeof capture>): Promise<Captured> => {
  const one = await capture(...args);
  kept.push(one);
  expect(await leftovers()).toEqual([]);
  return one;
};

beforeAll(async () => {
  site = await startSampleSite();
  pages = await startPages();
  origin = `127.0.0.1:${(pages.address() as AddressInfo).port}`;
});
afterEach(() => Promise.all(kept.splice(0).map((one) => one.remove())));
afterAll(async () => {
  await site.close();
  pages.closeAllConnections();
  pages.close();
});

describe('a capture', () => {
  it('takes every step in order, stores every artifact under its digest and ends complete', async () => {
    const { report, events, files, text, workDir } = await captured({
      url: `http://${origin}/`,
      egressAllow: [origin],
    });

    expect(report).toMatchObject({ state: 'complete', failure: null, missing: [], block: null });
    expect(report.steps.map(({ step }) => step)).toEqual(captureSteps);
    expect(report.steps.filter(({ outcome }) => outcome !== 'done').map(({ step }) => step)).toEqual([
      'consent',
      'product',
      'certificates',
    ]);
    expect(report.page).toMatchObject({ title: '存真 到底', status: 200, serverAddress: origin, redirects: [] });
    expect(report.environment).toMatchObject({ freshProfile: true, extensions: [], sandbox: true });
    const { profileRemovedAt } = JSON.parse(await text('environment.json'));
    expect(Date.parse(profileRemovedAt)).toBeGreaterThan(Date.parse(report.startedAt));
    expect(report.environment?.profileRemovedAt).toBe(profileRemovedAt);
    expect(report.environment?.userAgent).not.toContain('Headless');
    expect(report.environment?.settings).toEqual({ openedDestinations: [origin], fixedNames: [], trustedKeys: [] });

    const artifacts = events.flatMap((event) => (event.type === 'artifact' ? [event.artifact] : []));
    expect(artifacts.map(({ path }) => path).sort()).toEqual(await files());
    for (const { path, sha256 } of artifacts)
      expect(execFileSync('sha256sum', [join(workDir, path)], { encoding: 'utf8' })).toContain(sha256);
    expect(CaptureReport.parse(JSON.parse(await text('report.json')))).toEqual(report);
    expect(events.at(-1)).toEqual({ type: 'report', report });
  }, 60_000);

  it('includes shadow trees and frames in document, text and PDF, and omits hidden content', async () => {
    const { text, workDir } = await captured({ url: `http://${origin}/`, egressAllow: [origin] });

    expect(await text('page.html')).toContain('<template shadowrootmode="closed"><p>影子里的字</p></template>');
    expect(await text('frames/001.html')).toContain('帧内文字');
    const read = await text('page.txt');
    expect(read).toContain('正文 text');
    expect(read).toContain('帧内文字');
    expect(read).not.toContain('hidden');
    const printed = execFileSync('pdftotext', [join(workDir, 'page.pdf'), '-'], { encoding: 'utf8' });
    for (const words of ['正文', '影子里的字', '帧内文字']) expect(printed).toContain(words);
  }, 60_000);

  it('is partial and names the missing resource with the reason when a picture breaks off', async () => {
    const { report, outcomeOf } = await captured({ url: `http://${origin}/broken`, egressAllow: [origin] });

    expect(report.state).toBe('partial');
    expect(report.missing.map(({ url }) => url)).toEqual([`http://${origin}/half.png`]);
    expect(report.missing[0]?.said.text).not.toBe('');
    expect(outcomeOf('pack')).toBe('done');
  }, 60_000);

  it('scrolls to the bottom of a growing page and, if asked, clicks consent with screenshots before and after', async () => {
    const {
      report,
      files,
      text,
      saidOf: messageOf,
    } = await captured({ url: `${site.httpsOrigin}/shop?big=0`, dismissConsent: true }, { site });

    expect(report.state).toBe('complete');
    expect(report.alterations.map(({ kind }) => kind)).toEqual([
      'user-agent',
      'consent',
      'lazy-loading',
      'scripts-stopped',
    ]);
    expect(messageOf('consent')).toContainEqual(message('consent.pressed', { label: '同意并继续 Accept all' }));
    // The page grows five times, and two batches may arrive within one scrolling step: only the total counts.
    expect(messageOf('scroll')).toMatchObject([{ name: 'scroll.bottom', values: { growths: expect.any(Number) } }]);
    const html = await text('page.html');
    expect(html.match(/<article class="feed-item">/g)).toHaveLength(5);
    expect(html).toContain('没有更多了');
    expect(html).toContain('/img/after-consent.png');
    expect(await files()).toEqual(
      expect.arrayContaining(['screenshot/consent-before.png', 'screenshot/consent-after.png']),
    );
    expect(await text('certificates.pem')).toMatch(/^-----BEGIN CERTIFICATE-----[^]*-----BEGIN CERTIFICATE-----/);
    expect(report.page.tls).toMatchObject({ protocol: 'TLS 1.3', verdict: expect.stringMatching(/^accepted/) });
  }, 90_000);

  it('follows redirects, and records a login wall in full with a warning', async () => {
    const { report } = await captured({ url: `${site.httpOrigin}/account` }, { site });

    expect(report).toMatchObject({ state: 'complete', block: { kind: 'login-wall' } });
    expect(report.page.redirects).toEqual([
      { url: `${site.httpOrigin}/account`, status: 302, location: `${site.httpOrigin}/login-wall` },
    ]);
  }, 60_000);

  it("does not mistake a site's header for that of its own proxy", async () => {
    const { report } = await captured({ url: `${site.httpsOrigin}/like-the-proxy` }, { site });

    expect(report).toMatchObject({ state: 'complete', failure: null });
  }, 60_000);

  it('keeps the page it reached when that page navigates, and reports it', async () => {
    const {
      report,
      saidOf: messageOf,
      text,
    } = await captured({ url: `http://${origin}/leaving`, egressAllow: [origin] });

    expect(report).toMatchObject({ state: 'complete', missing: [] });
    expect(report.page).toMatchObject({ title: 'Here', finalUrl: `http://${origin}/leaving` });
    expect(await text('page.txt')).toContain('Here I am');
    expect(await text('page.txt')).toContain('正文');
    expect(messageOf('settle')).toEqual([message('settle.kept', { times: 2 })]);
    expect(report.alterations).toContainEqual({
      kind: 'navigation',
      said: message('altered.navigation', { times: 2 }),
    });
    const actions = (await text('actions.jsonl')).trim().split('\n');
    const left = actions.map((line) => JSON.parse(line)).filter(({ action }) => action === 'kept');
    expect(left.map(({ detail }) => detail.from)).toEqual([`http://${origin}/elsewhere`, `http://${origin}/other`]);
  });

  it('crops a page at the stated height, and reports it', async () => {
    const {
      report,
      outcomeOf,
      saidOf: messageOf,
    } = await captured({ url: `http://${origin}/`, egressAllow: [origin], limits: { pageHeightPx: 1500 } }, { site });

    expect(report.state).toBe('partial');
    expect(outcomeOf('screenshot')).toBe('cut');
    expect(messageOf('screenshot')).toMatchObject([{ name: 'screenshot.height', values: { shownPx: 1500 } }]);
  }, 60_000);
});
