import type { Applicant, Operator } from '@proofkeep/contract';
import type { Client } from '../../../database/client.ts';
import type { Context } from '../../../http/context.ts';
import { certificationOf, personalStateOf } from '../../certification/service.ts';

/** Whose evidence it is and who ordered it, as the manifest says it; null where there is no account. */
export interface Submitter {
  applicant: Applicant | null;
  operator: Operator;
}

/** The command line has no account: it names only the operator that the installation is configured with. */
export const installationSubmitter = (name: string): Submitter => ({
  applicant: null,
  operator: { role: 'installation', name, isCertified: false, actingAs: null },
});

/** The caller's account and person with their certifications as they are now, to be fixed in the row of what is submitted. */
export async function findSubmitter({ db, services, caller, now }: Context<'user'>): Promise<Submitter> {
  const { accountId, personId, isOwn } = caller;
  const { account, holderId, person, login } = await namesOf(db, caller);
  const certification = await certificationOf(db, services.vault, { accountId, holderId });
  const { state, name } = await personalStateOf(db, personId);
  const isCertified = state === 'approved' && name !== null;
  return {
    applicant: { account, certification, asOf: now.toISOString() },
    operator: {
      role: personId === holderId ? 'holder' : 'member',
      name: isCertified ? name : person,
      isCertified,
      actingAs: isOwn ? null : login,
    },
  };
}

interface Names {
  account: string;
  holderId: string;
  person: string;
  login: string;
}

async function namesOf(db: Client, { loginId, personId }: Context<'user'>['caller']): Promise<Names> {
  const { rows } = await db.query<Names & object>(
    `select a.name as account, h.id as "holderId", p.name as person, l.name as login
     from login l join account a on a.id = l.account_id join login h on h.account_id = a.id and h.role = 'main'
     join login p on p.id = $2
     where l.id = $1`,
    [loginId, personId],
  );
  const [names] = rows;
  if (!names) throw new Error(`Login ${loginId} has no account, or the account no holder.`);
  return names;
}
