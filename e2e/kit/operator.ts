import { consoleCalls } from '@proofkeep/contract';
import { HOTP, Secret } from 'otpauth';
import { Client, type RunningService } from './service.ts';

/** At the first sign-in an authenticator is set up. @returns the token of a session that has just shown a code */
export async function signInOperator(service: RunningService): Promise<string> {
  const password = /Operator {2}\S+ {2}(\S+)/.exec(service.output())?.[1] ?? '';
  const client = new Client(service);
  const { ticket } = await client.ask(consoleCalls.staffLogin, { userName: 'operator', password });
  const { secret } = await client.ask(consoleCalls.staffEnrol, { ticket });
  const counter = Math.floor(Date.now() / 30_000);
  const code = HOTP.generate({ secret: Secret.fromBase32(secret), counter });
  return (await client.ask(consoleCalls.staffEnrolled, { ticket, code })).token ?? '';
}
