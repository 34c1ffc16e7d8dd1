import { signInCalls as calls } from '@proofkeep/contract';
import { Secret, TOTP } from 'otpauth';
import type { TestService } from '../../../testing/service.ts';

/** The current code of an authenticator app. */
export const totpCode = (secret: string, at: Date): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() });

/** A code that differs from all currently valid ones. */
export const wrongCode = (secret: string, at: Date): string => {
  const right = [-30, 0, 30].map((seconds) => totpCode(secret, new Date(at.getTime() + seconds * 1000)));
  return ['000000', '000001', '000002', '000003'].find((code) => !right.includes(code)) ?? '';
};

export const moveClock = (service: TestService, seconds: number): void => {
  service.now = new Date(service.now.getTime() + seconds * 1000);
};

/** Confirms with the password, then adds an authenticator app; its next code is valid a minute later. */
export async function givenTotp(service: TestService, { token, password }: { token: string; password: string }) {
  await service.ask(calls.confirm, { password }, { as: token });
  const { data } = await service.ask(calls.newTotp, {}, { as: token });
  const { factorId, secret } = data;
  const code = totpCode(secret, service.now);
  const added = await service.ask(calls.addTotp, { factorId, code, name: 'Phone' }, { as: token });
  moveClock(service, 60);
  return { factorId, secret, recoveryCodes: added.data.recoveryCodes ?? [] };
}

/** The cookie that identifies a browser, from the response that set it. */
export const browserOf = (headers: Record<string, string | string[] | number | undefined>): string =>
  [headers['set-cookie'] ?? []]
    .flat()
    .map(String)
    .find((cookie) => cookie.startsWith('bq-browser='))
    ?.split(';')[0] ?? '';
