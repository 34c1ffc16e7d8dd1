import { expect, it } from 'vitest';
import { signInAfterExpiry } from './expiry.ts';

const after = (url: string, signIn = '/login') => {
  const { pathname, search, hash } = new URL(url, 'https://site.example');
  return signInAfterExpiry({ pathname, search, hash }, signIn);
};

it.each([
  ['/attestation/list?state=failed&page=2', '/login?next=%2Fattestation%2Flist%3Fstate%3Dfailed%26page%3D2'],
  ['/docs#calls', '/login?next=%2Fdocs%23calls'],
  ['/login/third/bind?next=%2Fhome', '/login?next=%2Fhome'],
  ['/login/password', '/login'],
])('from %s leads to sign-in, and back afterwards', (url, to) => {
  expect(after(url)).toBe(to);
});

it.each(['/login?next=%2Finvoice', '/login', '/'])('stays at %s, so that the first `next` is kept', (url) => {
  expect(after(url)).toBeNull();
});

it('keeps the console apart', () => {
  expect(after('/console/orders?page=2', '/console/login')).toBe('/console/login?next=%2Fconsole%2Forders%3Fpage%3D2');
  expect(after('/console/login?next=%2Fconsole', '/console/login')).toBeNull();
});
