import { accountCalls, attestationCalls, uploadCalls } from '@proofkeep/contract';
import { describe, expect, it } from 'vitest';
import { formOf, profileOf } from './profiles.ts';

describe('how a call is sent', () => {
  it('is as a form and for 18 minutes where captures begin or end', () => {
    const { timeoutMs, encode } = profileOf(attestationCalls.preserveUrls);

    expect(timeoutMs).toBe(18 * 60_000);
    const { body, contentType } = encode({ urls: ['https://a.example/', 'https://b.example/'], remark: '' });
    expect(contentType).toBe('application/x-www-form-urlencoded');
    expect(String(body)).toBe('urls=https%3A%2F%2Fa.example%2F&urls=https%3A%2F%2Fb.example%2F');
  });

  it('is as JSON and for 300,000 ms else', () => {
    const { timeoutMs, encode } = profileOf(accountCalls.login);

    expect(timeoutMs).toBe(300_000);
    expect(encode({ user: '甲' })).toEqual({ body: '{"user":"甲"}', contentType: 'application/json' });
  });

  it('is with its file and for 1,000,000 ms where it consumes one', () => {
    const { timeoutMs, encode } = profileOf(uploadCalls.uploadFile);

    expect(timeoutMs).toBe(1_000_000);
    const { body, contentType } = encode({ file: new Blob(['x']), purpose: undefined });
    expect([...(body as FormData).keys()]).toEqual(['file']);
    expect(contentType).toBeUndefined();
  });
});

describe('a form', () => {
  it('leaves out what is empty or absent, and keeps what is merely false', () => {
    expect(formOf({ a: '', b: null, c: undefined, d: 0, e: false, f: ['', 'x'] }).toString()).toBe('d=0&e=false&f=x');
  });
});
