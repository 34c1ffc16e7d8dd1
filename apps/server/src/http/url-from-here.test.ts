import { describe, expect, it } from 'vitest';
import { urlFromHere } from './url-from-here.ts';

describe('the URL at which the local node reaches the service', () => {
  it.each([
    ['127.0.0.1', 'http://127.0.0.1:3000'],
    ['0.0.0.0', 'http://127.0.0.1:3000'],
    ['localhost', 'http://localhost:3000'],
    ['::1', 'http://[::1]:3000'],
    ['::', 'http://[::1]:3000'],
    ['2001:db8::7', 'http://[2001:db8::7]:3000'],
  ])('resolves %s to a reachable URL', (host, url) => {
    expect(urlFromHere(host, 3000)).toBe(url);
    expect(URL.canParse(url)).toBe(true);
  });
});
