import { type InputOf, maskedPhone, message, type recoveryCalls } from '@proofkeep/contract';
import type { Context } from '../../http/context.ts';
import { Refusal } from '../../kit/refusal.ts';
import {
  knownBrowser,
  type LoginRow,
  lockTicketHolder,
  personRequester,
  secondWaysOf,
  sendCode,
  spendChallenge,
  spendCode,
  verifyPassword,
} from '../identity/service.ts';
import { notifyPerson } from './lifecycle.ts';
import { openRequestOf } from './service.ts';
import { findOpen, insertRecovery } from './store.ts';

type Calls = typeof recoveryCalls;
type Public = Context<'public'>;

/** Locks the user who verified one factor and still needs another. @throws Refusal TICKET_INVALID */
async function lockHolder(ticket: string, { db, now, audit }: Public): Promise<LoginRow & { phone: string }> {
  const { phone, ...person } = await lockTicketHolder(db, { ticket, now });
  if (phone === null || (await secondWaysOf(db, person.id)).length === 0) throw new Refusal('TICKET_INVALID');
  audit({ loginId: person.id, accountId: person.accountId });
  return { ...person, phone };
}

export async function recoveryAbout({ ticket }: InputOf<Calls['recoveryAbout']>, context: Public) {
  const { id, phone, passwordHash } = await lockHolder(ticket, context);
  const open = await findOpen(context.db, id);
  return {
    phone: maskedPhone(phone),
    hasPassword: passwordHash !== null,
    open: open ? openRequestOf(open) : null,
  };
}

export async function sendRecoveryCode({ ticket, ...solved }: InputOf<Calls['sendRecoveryCode']>, context: Public) {
  const { db, now, language, services, audit } = context;
  const { id, phone } = await lockHolder(ticket, context);
  await spendChallenge(db, { ...solved, now });
  audit({ phone: maskedPhone(phone), purpose: 'recovery' });
  const requester = { name: personRequester(id), isKnown: true };
  return sendCode(db, { ...services, phone, purpose: 'recovery', requester, now, language, isKnown: true });
}

/**
 * Requires the password and a code to the phone, regardless of which one gave the ticket. This removes no factor yet:
 * an operator reviews the request, and then a day passes.
 */
export const askRecovery = {
  async prepare(input: InputOf<Calls['askRecovery']>, context: Public): Promise<VerifiedPassword> {
    const { db, now, address } = context;
    const { id, passwordHash } = await lockHolder(input.ticket, context);
    if (passwordHash === null) return { passwordHash, isRight: true };
    const submitted = { password: input.password ?? '', passwordHash };
    const attempt = { account: id, address, knownBrowser: await knownBrowser(id, context), now };
    return { passwordHash, isRight: (await verifyPassword(db, attempt, submitted)).isRight };
  },
  change: ask,
};

/** The compared password hash; null if the user has no password. */
interface VerifiedPassword {
  passwordHash: string | null;
  isRight: boolean;
}

async function ask(
  { ticket, code, statement }: InputOf<Calls['askRecovery']>,
  context: Public,
  { passwordHash, isRight }: VerifiedPassword,
) {
  const { db, now, services, address, userAgent, audit } = context;
  const person = await lockHolder(ticket, context);
  if (!isRight || person.passwordHash !== passwordHash) throw new Refusal('PASSWORD_WRONG', { isKept: true });
  const { id: personId, phone } = person;
  await spendCode(db, {
    phone,
    purpose: 'recovery',
    requester: personRequester(personId),
    code,
    now,
    vault: services.vault,
  });
  const row = await insertRecovery(db, { personId, statement, address, userAgent, now });
  if (!row) throw new Refusal('RECOVERY_OPEN');
  await notifyPerson(db, personId, message('message.recovery-asked', { address }));
  audit({ recovery: row.id });
  return openRequestOf(row);
}
