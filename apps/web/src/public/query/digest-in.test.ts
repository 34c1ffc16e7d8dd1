import { describe, expect, it } from 'vitest';

import { digestIn } from './digest-in.ts';

const digest = `${'0f'.repeat(31)}a9`;

describe('a pasted digest', () => {
  it.each([
    ['alone', digest],
    ['in capitals, between spaces', `  ${digest.toUpperCase()}\n`],
    ['as sha256sum prints it', `${digest}  evidence/page.html`],
    ['as openssl dgst prints it', `SHA256(page.html)= ${digest}`],
    ['with a label', `sha-256: ${digest}`],
    ['with colons', (digest.match(/../g) ?? []).join(':')],
    ['in groups', (digest.match(/.{8}/g) ?? []).join(' ')],
  ])('is recognized %s', (_how, text) => {
    expect(digestIn(text)).toBe(digest);
  });

  it.each([
    ['nothing', ''],
    ['one cut short', digest.slice(1)],
    ['one too long', `${digest}0`],
    ['words', 'a page'],
  ])('is not found in %s', (_what, text) => {
    expect(digestIn(text)).toBeNull();
  });
});
