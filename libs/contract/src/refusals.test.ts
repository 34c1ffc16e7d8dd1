import { expect, it } from 'vitest';
import { type RefusalCode, refusals } from './refusals.ts';

/** These only say what to do, except `NOT_FOUND`, which must not reveal that something exists. */
const single: readonly RefusalCode[] = [
  'NOT_FOUND',
  'PASSWORD_FIRST',
  'SWITCH_BACK_FIRST',
  'PROVE_AGAIN',
  'SECOND_CODE_NEEDED',
  'CONFIRM_FIRST',
  'HAS_PASSWORD',
  'NO_FACTOR',
  'NOT_READ',
  'RECORDING_UNPLAYED',
];

it.each(Object.entries(refusals))('%s says what happened and what to do', (code, { says: [zh, en] }) => {
  const hasBoth = /[，。；：]./.test(zh) && /[.;:,?] ./.test(en);
  expect(hasBoth).toBe(!single.some((one) => one === code));
});

it.each([
  'BALANCE_SHORT',
  'SPENDING_LIMIT',
  'PAY_WAY_OFF',
  'PAY_PROVIDER_FAILED',
  'STORAGE_FULL',
  'RECORDING_EMPTY',
] as const)('%s says that nothing was charged', (code) => {
  const [zh, en] = refusals[code].says;
  expect(zh).toMatch(/未扣[费款]/);
  expect(en).toMatch(/Nothing was charged|You weren't charged/);
});
