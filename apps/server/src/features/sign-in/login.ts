import type { accountCalls, InputOf } from '@proofkeep/contract';
import type { Context } from '../../http/context.ts';
import { Refusal } from '../../kit/refusal.ts';
import {
  findLogin,
  forgetFailures,
  knownBrowser,
  type LoginRow,
  requesterName,
  spendCode,
  verifyPassword,
} from '../identity/service.ts';
import { enter } from './enter.ts';

type Calls = typeof accountCalls;
type Public = Context<'public'>;

interface VerifiedPassword {
  found: LoginRow | undefined;
  isRight: boolean;
}

/** Signs in with a password. A wrong password and an unknown account get the same refusal. */
export const login = {
  async prepare({ account, password }: InputOf<Calls['login']>, context: Public): Promise<VerifiedPassword> {
    const { db, address, now } = context;
    const found = await findLogin(db, { account });
    const known = await knownBrowser(found?.id, context);
    const attempt = { account: found?.id ?? account, address, knownBrowser: known, hasOtherWays: true, now };
    const { isRight } = await verifyPassword(db, attempt, { password, passwordHash: found?.passwordHash });
    return { found, isRight };
  },
  async change(_input: unknown, context: Public, { found, isRight }: VerifiedPassword) {
    if (found) context.audit({ loginId: found.id, accountId: found.accountId });
    if (!isRight || !found) throw new Refusal('CREDENTIALS_INVALID', { isKept: true });
    return enter(found, context, { isConfirmed: true });
  },
};

/** Signs in with a code sent to the phone. */
export async function loginByPhone({ phone, code }: InputOf<Calls['loginByPhone']>, context: Public) {
  const { db, services, address, now } = context;
  const requester = requesterName(context);
  await spendCode(db, { phone, purpose: 'login', requester, code, now, vault: services.vault });
  const found = await findLogin(db, { phone });
  if (!found) throw new Refusal('CODE_INVALID');
  await forgetFailures(db, { account: found.id, address });
  return enter(found, context, { isConfirmed: true });
}
