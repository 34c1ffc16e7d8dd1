import { accountCalls, attestationCalls } from '@proofkeep/contract';
import { afterEach, describe, expect, it } from 'vitest';
import { beginLoading, isLoading } from './pending-calls.ts';

const begun: (() => void)[] = [];
const begin = (call: Parameters<typeof beginLoading>[0]) => {
  const ended = beginLoading(call);
  begun.push(ended);
  return ended;
};
afterEach(() => {
  for (const ended of begun.splice(0)) ended();
});

describe('the progress bar', () => {
  it('shows from the start of the first call to the end of the last', () => {
    const [one, other] = [begin(attestationCalls.list), begin(attestationCalls.info)];
    one();
    expect(isLoading()).toBe(true);

    other();
    expect(isLoading()).toBe(false);
  });

  it('ignores polled calls', () => {
    begin(accountCalls.accountInfo);

    expect(isLoading()).toBe(false);
  });

  it('ends when images are requested, even if calls are in progress', () => {
    begin(attestationCalls.info);
    begin(attestationCalls.picture);

    expect(isLoading()).toBe(false);
  });

  it('shows for a call made after the images, even if an earlier call ends meanwhile', () => {
    const before = begin(attestationCalls.info);
    begin(attestationCalls.picture);
    begin(attestationCalls.list);
    before();

    expect(isLoading()).toBe(true);
  });
});
