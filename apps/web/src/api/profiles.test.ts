import { accountCalls, attestationCalls, uploadCalls } from '@proofkeep/contract';
import { describe, expect, it } from 'vitest';
import { formOf, profileOf } from './profiles.ts';

describe('a call', () => {
  it('is sent as a form, with a timeout of 18 minutes, if it starts or ends captures', () => {
    const { timeoutMs, encode } = profileOf(attestationCalls.preserveUrls);

    expect(timeoutMs).toBe(18 * 60_000);
    const { body, contentType } = encode({ urls: ['https://a.example/', 'https://b.example/'], remark: '' });
    expect(contentType).toBe('application/x-www-form-urlencoded');
    expect(String(body)).toBe('urls=https%3A%2F%2Fa.example%2F&urls=https%3A%2F%2Fb.example%2F');
  });

  it('is otherwise sent as JSON, with a timeout of 300,000 ms', () => {
    const { timeoutMs, encode } = profileOf(accountCalls.login);

    expect(timeoutMs).toBe(300_000);
    expect(encode({ user: '甲' })).toEqual({ body: '{"user":"甲"}', contentType: 'application/json' });
  });

  it('is sent as multipart, with a timeout of 1,000,000 ms, if it consumes a file', () => {
    const { timeoutMs, encode } = profileOf(uploadCalls.uploadFile);

    expect(timeoutMs).toBe(1_000_000);
    const { body, contentType } = encode({ file: new Blob(['x']), purpose: undefined });
    expect([...(body as FormData).keys()]).toEqual(['file']);
    expect(contentType).toBeUndefined();
  });
});

describe('a form', () => {
  it('omits empty and absent fields, and keeps 0 and false', () => {
    expect(formOf({ a: '', b: null, c: undefined, d: 0, e: false, f: ['', 'x'] }).toString()).toBe('d=0&e=false&f=x');
  });
});
