import { message } from '@proofkeep/contract';
import { expect, it } from 'vitest';
import { connectionError } from './navigation-error.ts';

const why = message('network.refused');
const attempt = { verdict: 'allowed', why } as const;

it('names the addresses of a host that could not be reached, unless the host is one itself', () => {
  const ofName = connectionError({ ...attempt, host: 'shop.example', answers: ['192.0.2.7'] } as never);
  const ofAddress = connectionError({ ...attempt, host: '192.0.2.7', answers: ['192.0.2.7'] } as never);

  expect(ofName?.said.text).toBe("shop.example (192.0.2.7) couldn't be reached: The connection was refused.");
  expect(ofAddress?.said.text).toBe("The site couldn't be reached: The connection was refused.");
});
