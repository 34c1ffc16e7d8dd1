import type { EnterpriseForm } from '@proofkeep/contract';
import type { Vault } from '../../kit/vault.ts';
import type { CertificationRow } from './store.ts';

export interface EnteredPerson {
  name: string;
  idNumber: string;
}

export type EnteredEnterprise = Omit<EnterpriseForm, 'licence' | 'authorisation'>;

/** Binds an encrypted form to its certification. */
export const placeOf = (id: string): string => `certification/${id}`;

export const enteredPerson = (vault: Vault, { entered, id }: CertificationRow): EnteredPerson =>
  JSON.parse(vault.decrypt(entered, placeOf(id)));

export const enteredEnterprise = (vault: Vault, { entered, id }: CertificationRow): EnteredEnterprise =>
  JSON.parse(vault.decrypt(entered, placeOf(id)));
