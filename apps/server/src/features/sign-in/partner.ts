import { createHmac, timingSafeEqual } from 'node:crypto';
import { agreementVersion, type InputOf, signInCalls } from '@proofkeep/contract';
import type { Context } from '../../http/context.ts';
import { percentEncoded } from '../../kit/percent-encoding.ts';
import { Refusal } from '../../kit/refusal.ts';
import { registerPhone } from '../account/service.ts';
import { hashPassword } from '../identity/passwords.ts';
import { bindPartner, spendNonce } from './partner-store.ts';

type Input = InputOf<typeof signInCalls.registerByPartner>;

/** So far may the clocks of partner and service be apart. */
const apartMs = 5 * 60_000;

/**
 * Registers whoever showed a code to his phone in a partner's application. He gets no session: a partner signs in nobody.
 * What is refused keeps no nonce, so the same request may be made again until it succeeds or is too old.
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
  const isOld = Math.abs(now.getTime() - sentAt.getTime()) > apartMs;
  const { appId, nonce, phone, code, name } = input;
  const expiresAt = new Date(sentAt.getTime() + 2 * apartMs);
  if (isOld || !(await spendNonce(db, { appId, nonce, now, expiresAt }))) throw new Refusal('REQUEST_STALE');
  const chosen = input.language ?? language;
  const { vault } = services;
  const login = await registerPhone(db, { phone, code, asker: null, name, passwordHash, language: chosen, vault, now });
  await bindPartner(db, { accountId: login.accountId, appId });
  audit({ loginId: login.id, accountId: login.accountId, appId });
  return { userId: login.id, accountId: login.accountId };
}

/** @throws Refusal SIGNATURE_INVALID; without such an application it takes as long */
function requireSignature(input: Input, key: string | undefined): void {
  const expected = sign(canonical(input), key ?? 'nobody');
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
