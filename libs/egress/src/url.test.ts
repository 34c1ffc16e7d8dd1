import { refusedUrlRows } from '@proofkeep/fakes';
import { describe, expect, it } from 'vitest';
import { parseAllowed } from './allow.ts';
import { checkUrl } from './url.ts';

const nothing = parseAllowed([]);
const reasonOf = (text: string, allowed = nothing): string | null => {
  const checked = checkUrl(text, allowed);
  return checked.ok ? null : checked.message.text;
};

describe('a URL to capture', () => {
  it.each(refusedUrlRows)('is refused with the reason when it is %j', (text, because) => {
    expect(reasonOf(text)).toMatch(because);
  });

  it('is refused for its scheme when that is a name before a port', () => {
    expect(reasonOf('localhost:80')).toMatch(/^Only http and https URLs can be preserved, not “localhost:”\.$/);
  });

  it.each([
    '',
    '   ',
    'example.com',
    'http://',
    'https:///',
    'http://a b/',
    'http://[::1',
    'http://a.test:99999/',
    'http://1.2.3.4.5/',
  ])('is refused as not a URL when it is %j', (text) => {
    expect(reasonOf(text)).toMatch(/^This isn't a URL/);
  });

  it.each([
    'https://example.com/',
    'http://8.8.8.8:8080/',
    'https://[2606:4700:4700::1111]/',
    'https://例子.测试/页?问=答',
  ])('is accepted when it is %s', (text) => {
    expect(reasonOf(text)).toBeNull();
  });

  it('is accepted when the operator allowed it, on that port only', () => {
    const allowed = parseAllowed(['127.0.0.1:5432', 'localhost:8080']);

    expect(reasonOf('http://127.1:5432/', allowed)).toBeNull();
    expect(reasonOf('http://localhost:8080/', allowed)).toBeNull();
    expect(reasonOf('http://127.0.0.1:5433/', allowed)).toMatch(/isn't a public internet address/);
  });
});
