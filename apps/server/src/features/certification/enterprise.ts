import {
  type certificationCalls,
  type EnterpriseCertification,
  EnterpriseForm,
  type InputOf,
} from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import { newId } from '../../database/ids.ts';
import type { Context } from '../../http/context.ts';
import { Refusal } from '../../kit/refusal.ts';
import type { Vault } from '../../kit/vault.ts';
import { findUploadOf, referTo, removeUpload, uploadsOf } from '../uploads/service.ts';
import { enteredEnterprise, placeOf } from './form.ts';
import { requireSubmittable, submitCertification } from './lifecycle.ts';
import { stateOf } from './personal.ts';
import { fingerprintOf } from './service.ts';
import { type CertificationRow, findCertification, isTakenElsewhere, lockCertification } from './store.ts';

type Calls = typeof certificationCalls;
type User = Context<'user'>;

const unsubmitted = { state: 'none', reason: null, submittedAt: null, decidedAt: null } as const;

export async function enterpriseCertification(
  _input: unknown,
  { db, services, caller }: User,
): Promise<EnterpriseCertification> {
  const row = await findCertification(db, { accountId: caller.accountId });
  if (!row) return { ...unsubmitted, entered: null };
  if (caller.role !== 'main') return { ...stateOf(row), entered: null };
  return { ...stateOf(row), entered: await enteredOf(db, services.vault, row) };
}

async function enteredOf(db: Client, vault: Vault, row: CertificationRow): Promise<EnterpriseCertification['entered']> {
  const [licence, authorisation] = await uploadsOf(db, row.uploads);
  if (!licence || !authorisation) throw new Error(`Certification ${row.id} refers to uploads that are not there.`);
  return { ...enteredEnterprise(vault, row), licence, authorisation };
}

export async function certifyStatus(given: InputOf<Calls['certifyStatus']>, context: User) {
  const { db, caller } = context;
  const form = EnterpriseForm.safeParse(given);
  if (form.success) await submit(form.data, context);
  const row = await findCertification(db, { personId: caller.personId });
  return {
    personal: row ? stateOf(row) : unsubmitted,
    enterprise: await enterpriseCertification({}, context),
  };
}

async function submit({ licence, authorisation, ...entered }: EnterpriseForm, context: User): Promise<void> {
  const { db, services, caller, now, audit, auditAs } = context;
  if (caller.role !== 'main') throw new Refusal('NOT_ALLOWED');
  const row = await lockCertification(db, { accountId: caller.accountId });
  requireSubmittable(row, 'submit');
  const id = row?.id ?? (await newId(db));
  const numberFingerprint = fingerprintOf(services.vault, entered.creditCode);
  if (await isTakenElsewhere(db, numberFingerprint, id)) throw new Refusal('NUMBER_CERTIFIED');
  const wanted = {
    licence: { id: licence, purpose: 'licence' },
    authorisation: { id: authorisation, purpose: 'authorisation' },
  } as const;
  const state = await submitCertification(db, row, 'submit', {
    id,
    kind: 'enterprise',
    accountId: caller.accountId,
    personId: caller.personId,
    entered: services.vault.encrypt(JSON.stringify(entered), placeOf(id)),
    numberFingerprint,
    // A registry publishes it, so it isn't masked.
    maskedName: entered.name,
    uploads: await referTo(context, wanted, row?.uploads ?? []),
    provider: 'development',
    orderNo: null,
    certifyId: null,
    submittedAt: now,
  });
  auditAs('certification.submitted');
  audit({ certification: id, kind: 'enterprise', state });
}

export async function removeEnterpriseDocument(
  { fileId }: InputOf<Calls['removeEnterpriseDocument']>,
  { db, services, caller, audit }: Context<'main'>,
): Promise<null> {
  const upload = await findUploadOf(db, fileId, caller.personId);
  if (upload?.purpose !== 'licence' && upload?.purpose !== 'authorisation') throw new Refusal('NOT_FOUND');
  if (!(await removeUpload(db, services.jobs, fileId, { onlyUnused: true }))) throw new Refusal('STATE_FORBIDS');
  audit({ fileId });
  return null;
}
