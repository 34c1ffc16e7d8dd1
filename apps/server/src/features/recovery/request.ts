import { type InputOf, maskedPhone, type recoveryCalls, say } from '@proofkeep/contract';
import type { Context } from '../../http/context.ts';
import { Refusal } from '../../kit/refusal.ts';
import type { LoginRow } from '../account/service.ts';
import { personAsker } from '../identity/askers.ts';
import { spendChallenge } from '../identity/challenges.ts';
import { sendCode, spendCode } from '../identity/codes.ts';
import { knownBrowser } from '../identity/known-browsers.ts';
import { tryPassword } from '../identity/lockout.ts';
import { holderOfTicket, waysOf } from '../sign-in/service.ts';
import { standingOf, tellPerson } from './service.ts';
import { findOpen, insertRecovery } from './store.ts';

type Calls = typeof recoveryCalls;
type Public = Context<'public'>;

/** Who has shown one factor, and has to show another. @throws Refusal TICKET_INVALID */
async function holderOf(ticket: string, { db, now, audit }: Public): Promise<LoginRow & { phone: string }> {
  const { phone, ...person } = await holderOfTicket(db, { ticket, now });
  if (phone === null || (await waysOf(db, person.id)).length === 0) throw new Refusal('TICKET_INVALID');
  audit({ loginId: person.id, accountId: person.accountId });
  return { ...person, phone };
}

export async function recoveryAbout({ ticket }: InputOf<Calls['recoveryAbout']>, context: Public) {
  const { id, phone, passwordHash } = await holderOf(ticket, context);
  const open = await findOpen(context.db, id);
  return {
    phone: maskedPhone(phone),
    hasPassword: passwordHash !== null,
    open: open ? standingOf(open) : null,
  };
}

export async function sendRecoveryCode({ ticket, ...solved }: InputOf<Calls['sendRecoveryCode']>, context: Public) {
  const { db, now, language, services, audit } = context;
  const { id, phone } = await holderOf(ticket, context);
  await spendChallenge(db, { ...solved, now });
  audit({ phone: maskedPhone(phone), purpose: 'recovery' });
  const asker = { name: personAsker(id), isKnown: true };
  return sendCode(db, { ...services, phone, purpose: 'recovery', asker, now, language, isKnown: true });
}

/**
 * With the password and with the phone, whichever of them gave the ticket: whoever has one of them alone gets no further. That
 * he has both does not remove anything either; an operator looks, and then a day passes.
 */
export const askRecovery = {
  async prepare(input: InputOf<Calls['askRecovery']>, context: Public): Promise<Compared> {
    const { db, now, address } = context;
    const { id, passwordHash } = await holderOf(input.ticket, context);
    if (passwordHash === null) return { passwordHash, isRight: true };
    const shown = { password: input.password ?? '', passwordHash };
    const who = { account: id, address, knownBrowser: await knownBrowser(id, context), now };
    return { passwordHash, isRight: (await tryPassword(db, who, shown)).isRight };
  },
  change: ask,
};

/** The password as it was compared; null where the person has none. */
interface Compared {
  passwordHash: string | null;
  isRight: boolean;
}

async function ask(
  { ticket, code, told }: InputOf<Calls['askRecovery']>,
  context: Public,
  { passwordHash, isRight }: Compared,
) {
  const { db, now, services, address, userAgent, audit } = context;
  const person = await holderOf(ticket, context);
  if (!isRight || person.passwordHash !== passwordHash) throw new Refusal('PASSWORD_WRONG', { isKept: true });
  const { id: personId, phone } = person;
  await spendCode(db, { phone, purpose: 'recovery', asker: personAsker(personId), code, now, vault: services.vault });
  const row = await insertRecovery(db, { personId, told, address, userAgent, now });
  if (!row) throw new Refusal('RECOVERY_OPEN');
  await tellPerson(db, personId, say('message.recovery-asked', { address }));
  audit({ recovery: row.id });
  return standingOf(row);
}
