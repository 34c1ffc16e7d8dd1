import { accountCalls, attestationCalls } from '@proofkeep/contract';
import { afterEach, describe, expect, it } from 'vitest';
import { beginLoading, isLoading } from './loading.ts';

const begun: (() => void)[] = [];
const begin = (call: Parameters<typeof beginLoading>[0]) => {
  const ended = beginLoading(call);
  begun.push(ended);
  return ended;
};
afterEach(() => {
  for (const ended of begun.splice(0)) ended();
});

describe('the sign that something is loading', () => {
  it('stands from the first call that begins to the last that ends', () => {
    const [one, other] = [begin(attestationCalls.list), begin(attestationCalls.info)];
    one();
    expect(isLoading()).toBe(true);

    other();
    expect(isLoading()).toBe(false);
  });

  it('is not there for who is signed in, which is asked all the time', () => {
    begin(accountCalls.accountInfo);

    expect(isLoading()).toBe(false);
  });

  it('ends when the pictures are asked for, whatever is under way', () => {
    begin(attestationCalls.info);
    begin(attestationCalls.picture);

    expect(isLoading()).toBe(false);
  });

  it('stands for what began after the pictures, though what was before them ends later', () => {
    const before = begin(attestationCalls.info);
    begin(attestationCalls.picture);
    begin(attestationCalls.list);
    before();

    expect(isLoading()).toBe(true);
  });
});
