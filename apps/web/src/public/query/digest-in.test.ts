import { describe, expect, it } from 'vitest';

import { digestIn } from './digest-in.ts';

const digest = `${'0f'.repeat(31)}a9`;

describe('a pasted digest', () => {
  it.each([
    ['alone', digest, null],
    ['in capitals, between spaces', `  ${digest.toUpperCase()}\n`, null],
    ['as sha256sum prints it', `${digest}  evidence/page.html`, null],
    ['as openssl dgst prints it', `SHA256(page.html)= ${digest}`, 'sha256'],
    ['as openssl dgst -sm3 prints it', `SM3(page.html)= ${digest}`, 'sm3'],
    ['with a label', `sha-256: ${digest}`, 'sha256'],
    ['with a label of SM3', `SM3：${digest}`, 'sm3'],
    ['with colons', (digest.match(/../g) ?? []).join(':'), null],
    ['in groups', (digest.match(/.{8}/g) ?? []).join(' '), null],
  ])('is recognized %s', (_how, text, algorithm) => {
    expect(digestIn(text)).toEqual({ hex: digest, algorithm });
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
