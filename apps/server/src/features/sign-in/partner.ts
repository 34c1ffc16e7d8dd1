import { createHmac, timingSafeEqual } from 'node:crypto';
import { agreementVersion, type InputOf, signInCalls } from '@proofkeep/contract';
import type { Context } from '../../http/context.ts';
import { percentEncoded } from '../../kit/percent-encoding.ts';
import { Refusal } from '../../kit/refusal.ts';
import { bindPartner, hashPassword } from '../identity/service.ts';
import { spendNonce } from './partner-store.ts';
import { registerPhone } from './register-phone.ts';

type Input = InputOf<typeof signInCalls.registerByPartner>;

/** Tolerated difference between the clocks of partner and service. */
const clockToleranceMs = 5 * 60_000;

/**
 * Registers a user who entered the code sent to their phone in a partner's application. Creates no session: a partner
 * can't sign users in. A refusal rolls the nonce back, so the request may be repeated until it succeeds or expires.
 */
export const registerByPartner = {
  async prepare(input: Input, { services }: Context<'public'>): Promise<string | null> {
    requireSignature(input, services.partnerApps.get(input.appId));
    if (input.agreementVersion !== agreementVersion) throw new Refusal('AGREEMENT_CHANGED');
    return input.password === undefined ? null : hashPassword(input.password, input.phone);
  },
  change,
};

async function change(input: Input, context: Context<'public'>, passwordHash: string | null) {
  const { db, services, now, audit, language } = context;
  const sentAt = new Date(Number(input.timestamp) * 1000);
  const isOld = Math.abs(now.getTime() - sentAt.getTime()) > clockToleranceMs;
  const { appId, nonce, phone, code, name } = input;
  const expiresAt = new Date(sentAt.getTime() + 2 * clockToleranceMs);
  if (isOld || !(await spendNonce(db, { appId, nonce, now, expiresAt }))) throw new Refusal('REQUEST_STALE');
  const chosen = input.language ?? language;
  const { vault } = services;
  const login = await registerPhone(db, {
    phone,
    proof: { code },
    requester: null,
    name,
    passwordHash,
    language: chosen,
    vault,
    now,
  });
  await bindPartner(db, { accountId: login.accountId, appId });
  audit({ loginId: login.id, accountId: login.accountId, appId });
  return { userId: login.id, accountId: login.accountId };
}

/** Takes equally long for an unknown application. @throws Refusal SIGNATURE_INVALID */
function requireSignature(input: Input, key: string | undefined): void {
  const expected = sign(canonical(input), key ?? 'unknown');
  if (!timingSafeEqual(expected, Buffer.from(input.signature, 'hex')) || key === undefined)
    throw new Refusal('SIGNATURE_INVALID');
}

/** docs/formats/partner-registration.md: method and path, then every field but the signature, sorted by name. */
function canonical({ signature: _own, ...fields }: Input): string {
  const { method, path } = signInCalls.registerByPartner;
  const pairs = Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${percentEncoded(String(value))}`)
    .sort();
  return [method, path, pairs.join('&')].join('\n');
}

const sign = (text: string, key: string): Buffer => createHmac('sha256', key).update(text).digest();
