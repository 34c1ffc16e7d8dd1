import { describe, expect, it } from 'vitest';
import { parseAllowed } from './allow.ts';
import { checkUrl } from './url.ts';

const nothing = parseAllowed([]);
const reasonOf = (text: string, allowed = nothing): string | null => {
  const checked = checkUrl(text, allowed);
  return checked.ok ? null : checked.message.text;
};

describe('a URL to capture', () => {
  it.each([
    'http://127.0.0.1/',
    'http://127.1/',
    'http://127.0.0.1./',
    'http://0x7f000001/',
    'http://0x7f.1/',
    'http://2130706433/',
    'http://017700000001/',
    'http://0177.0.0.1/',
    'http://１２７.０.０.１/',
    'http://127。0。0。1/',
    'http://%31%32%37.0.0.1/',
    'http://0/',
    'http://0.0.0.0/',
    'http://[::1]/',
    'http://[::]/',
    'http://[0:0:0:0:0:0:0:1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[fd00::5]/',
    'http://[fe80::1]/',
    'https://10.0.0.5/',
    'https://169.254.169.254/latest/meta-data/',
    '\thttps://192.168.1.1/ ',
    'http:\\\\127.0.0.1\\',
    'http:/127.0.0.1',
  ])('is refused as not public when it is %j', (text) => {
    expect(reasonOf(text)).toMatch(/^[\da-f.:]+ isn't a public internet address\.$/);
  });

  it.each([
    'http://localhost/',
    'http://LOCALHOST:8080/',
    'http://localhost./',
    'https://foo.localhost/',
    'http://ⓛocalhost/',
  ])('is refused as this machine itself when it is %s', (text) => {
    expect(reasonOf(text)).toMatch(/localhost\.? is this machine's own address/);
  });

  it.each([
    'file:///etc/passwd',
    'chrome://version',
    'view-source:https://a.test/',
    'javascript:alert(1)',
    'data:,x',
    'ftp://a.test/',
    'about:blank',
    'devtools://devtools/',
    'ws://a.test/',
    'localhost:80',
  ])('is refused for its scheme when it is %s', (text) => {
    expect(reasonOf(text)).toMatch(/^Only http and https URLs can be preserved, not “[a-z-]+:”\.$/);
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

  it.each(['http://user@a.test/', 'http://user:word@a.test/', 'https://:word@a.test/', 'http://a.test@127.0.0.1/'])(
    'is refused for its user name or password: %s',
    (text) => {
      expect(reasonOf(text)).toMatch(/username or password/);
    },
  );

  it.each([22, 25, 53, 3306, 5432, 6379, 9200, 11211])('is refused on port %i', (port) => {
    expect(reasonOf(`http://a.test:${port}/`)).toBe(`Port ${port} isn't used for web pages.`);
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
