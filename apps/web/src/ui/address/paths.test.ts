import { describe, expect, it } from 'vitest';
import { nextConsolePath, nextPath, paths } from './paths.ts';

const ofOthers = [
  'https://host.example/',
  '//host.example',
  '/\\host.example',
  '/\t/host.example',
  '/\n/host.example',
  '/\r\n//host.example',
  '\t//host.example',
  '/a/..//host.example',
  '/./\\host.example',
  '/%2e%2e//host.example',
  '/\u0000/host.example',
  '/\u200b/host.example',
  'javascript:alert(1)',
  'home',
  '',
];

describe('the path after signing in', () => {
  it.each([
    '/attestation/list',
    '/accountSetting/basicSetting/personal?returned=yes',
    '/attestation/new?url=https%3A%2F%2Fhost.example%2F',
    '/docs#calls',
    '/attestation/list?name=%E5%90%88%E5%90%8C',
  ])('is %s, a path of this site', (next) => {
    expect(nextPath(next)).toBe(next);
  });

  it.each(ofOthers)('is home instead of %j', (next) => {
    expect(nextPath(next)).toBe(paths.home);
    expect(nextConsolePath(next)).toBe(paths.console);
  });

  it('is home if none is given', () => {
    expect(nextPath(null)).toBe(paths.home);
  });
});

describe('the path after signing in to the console', () => {
  it.each(['/console', '/console?day=1', '/console/people/a1?from=2'])('is %s, a console page', (next) => {
    expect(nextConsolePath(next)).toBe(next);
  });

  it.each(['/consoles', '/home', '/console/../home', '/console/\t//host.example'])(
    'is the first console page instead of %j',
    (next) => {
      expect(nextConsolePath(next)).toBe(paths.console);
    },
  );
});
