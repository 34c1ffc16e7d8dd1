import type { Applicant, Operator } from '@proofkeep/contract';
import type { Context } from '../../../http/context.ts';
import { certificationOf, personalStateOf } from '../../certification/service.ts';
import { findNames } from './store.ts';

/** Applicant and operator as stated in the manifest; `applicant` is null without an account. */
export interface Submitter {
  applicant: Applicant | null;
  operator: Operator;
}

/** The command line has no account: it uses the operator in the configuration. */
export const installationSubmitter = (name: string): Submitter => ({
  applicant: null,
  operator: { role: 'installation', name, isCertified: false, actingAs: null },
});

/** The caller's account and person with their current certifications, which the attestation's row stores as of now. */
export async function findSubmitter({ db, services, caller, now }: Context<'user'>): Promise<Submitter> {
  const { accountId, personId, isOwn } = caller;
  const { account, holderId, person, login } = await findNames(db, caller);
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
