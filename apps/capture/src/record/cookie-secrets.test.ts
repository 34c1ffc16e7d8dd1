import { CaptureEvent, type CaptureReport, message, ProfileCookie } from '@proofkeep/contract';
import { describe, expect, it } from 'vitest';
import { CookieSecrets } from './cookie-secrets.ts';

const value = 'a+b/c d"e==&12345';
const own = ['artifact', 'complete', 'screenshot', 'Asia/Shanghai', 'Europe%2FBerlin', 'de-DE-x-private'];
const secretsOf = (...values: string[]) =>
  new CookieSecrets({
    cookies: values.map((value, n) => ProfileCookie.parse({ name: `n${n}`, value, domain: null })),
    locale: 'de-DE-x-private',
    timezone: 'Asia/Shanghai',
  });
const secrets = secretsOf(value, 's%3AabcdefGH.j', '1', ...own);
const shown = expect.objectContaining({ code: 'COOKIES_SHOWN' });
const report = { failure: null, steps: [], missing: [], limits: [], block: null, alterations: [] };
const reportAt = (finalUrl: string) =>
  ({ ...report, page: { requestedUrl: '', finalUrl, redirects: [] } }) as unknown as CaptureReport;

describe('values of cookies', () => {
  it.each([
    ['as they are', value],
    ['in a URL', `https://a.example/?s=${encodeURIComponent(value)}`],
    ['in a form', new URLSearchParams({ s: value }).toString()],
    ['in JSON', JSON.stringify({ token: value })],
    ['in a text of HTML', 'a+b/c d"e==&amp;12345'],
    ['in an attribute of HTML', 'a+b/c d&quot;e==&amp;12345'],
    ['decoded', 's:abcdefGH.j'],
  ])('are found %s, and the capture ends without a result', (_where, text) => {
    expect(() => secrets.check('dom', Buffer.from(`before ${text} after`))).toThrow(shown);
    const { finalUrl } = secrets.redactReport(reportAt(text)).page;
    expect(finalUrl).toContain('•••');
    expect(finalUrl).not.toMatch(/12345|abcdefGH/);
  });

  it('are not searched for if they are short or words of our own, because any page contains them by chance', () => {
    expect(() => secrets.check('dom', Buffer.from(`page 1 of 10, ${own.join()}, Europe/Berlin`))).not.toThrow();
  });

  it('are found in page content within our own files, but not in the rest of those files', () => {
    const odd = secretsOf('freshProfile', 'frame-document');

    odd.check('environment', Buffer.from('{"freshProfile": false}'));
    odd.check('actions', Buffer.from('{"action":"frame-document","detail":{"url":"/"}}\n'));
    expect(() => odd.check('actions', Buffer.from('{"action":"dialog","detail":{"text":"freshProfile"}}\n'))).toThrow(
      shown,
    );
    expect(() => odd.check('connections', Buffer.from('{"host":"frame-document.example"}\n'))).toThrow(shown);
  });

  it('leave protocol fields unchanged, so that readers understand the event', () => {
    const odd = secretsOf('text/html', 'page.html', 'frames.lost', 'load.named-download');
    const artifact = { kind: 'dom', path: 'page.html', mediaType: 'text/html', size: 1 } as const;
    const digests = { sha256: '0'.repeat(64), sm3: '0'.repeat(64), crc32: 0 };
    const events = [
      CaptureEvent.parse({ type: 'artifact', artifact: { ...artifact, ...digests } }),
      CaptureEvent.parse({
        type: 'step',
        step: 'load',
        state: 'failed',
        said: [message('load.named-download', { name: 'page.html' })],
        elapsedMs: 1,
      }),
    ];

    const [kept, redacted] = events.map((event) => CaptureEvent.parse(odd.redactEvent(event)));

    expect(kept).toEqual(events[0]);
    expect(redacted).toMatchObject({ said: [{ name: 'load.named-download', values: { name: '•••' } }] });
    expect(JSON.stringify(redacted)).not.toContain('page.html');
  });
});
