import { type CaptureReport, ProfileCookie } from '@proofkeep/contract';
import { describe, expect, it } from 'vitest';
import { CookieSecrets } from './cookie-secrets.ts';

const value = 'a+b/c d"e==12345';
const secrets = new CookieSecrets({
  cookies: [
    ProfileCookie.parse({ name: 'sid', value, domain: null }),
    ProfileCookie.parse({ name: 'n', value: '1', domain: null }),
  ],
});

describe('values of cookies', () => {
  it.each([
    ['as they are', value],
    ['in a URL', `https://a.example/?s=${encodeURIComponent(value)}`],
    ['in a form', new URLSearchParams({ s: value }).toString()],
    ['in JSON', JSON.stringify({ token: value })],
  ])('are found %s, and the capture ends without a result', (_where, text) => {
    expect(() => secrets.check(Buffer.from(`before ${text} after`))).toThrow(
      expect.objectContaining({ code: 'COOKIES_SHOWN' }),
    );
    expect(JSON.stringify(secrets.redact({ page: { finalUrl: text } } as CaptureReport))).not.toContain('12345');
  });

  it('are not searched for if short, because they occur in any page by chance', () => {
    expect(() => secrets.check(Buffer.from('page 1 of 10'))).not.toThrow();
    expect(secrets.redact({ resources: { total: 1 } } as CaptureReport)).toEqual({ resources: { total: 1 } });
  });
});
