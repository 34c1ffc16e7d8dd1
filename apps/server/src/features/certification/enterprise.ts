import {
  type certificationCalls,
  type EnterpriseApplication,
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
import { openApplication, pastOf } from './history.ts';
import { requireSubmittable, submitCertification, withdrawCertification } from './lifecycle.ts';
import { stateOf } from './personal.ts';
import { fingerprintOf } from './service.ts';
import {
  type CertificationRow,
  findApplications,
  findCertification,
  findElsewhere,
  findHistory,
  lockApplications,
} from './store.ts';

type Calls = typeof certificationCalls;
type User = Context<'user' | 'main'>;

const unsubmitted = { state: 'none', reason: null, submittedAt: null, decidedAt: null } as const;

export async function enterpriseCertification(
  _input: unknown,
  { db, services, caller }: User,
): Promise<EnterpriseCertification> {
  const of = { accountId: caller.accountId };
  const isHolder = caller.role === 'main';
  const { present, change } = await findApplications(db, of);
  const shown = async (row: CertificationRow): Promise<EnterpriseApplication> => ({
    ...stateOf(row),
    entered: isHolder ? await enteredOf(db, services.vault, row) : null,
  });
  return {
    ...(present ? await shown(present) : { ...unsubmitted, entered: null }),
    change: change ? await shown(change) : null,
    history: (await findHistory(db, of)).map((row) =>
      pastOf(row, isHolder ? enteredEnterprise(services.vault, row).legalRepresentative : null),
    ),
  };
}

async function enteredOf(db: Client, vault: Vault, row: CertificationRow): Promise<EnterpriseApplication['entered']> {
  const [licence, authorisation] = await uploadsOf(db, row.uploads);
  if (!licence || !authorisation) throw new Error(`Certification ${row.id} refers to uploads that are not there.`);
  return { ...enteredEnterprise(vault, row), licence, authorisation };
}

export async function certifyStatus(given: InputOf<Calls['certifyStatus']>, context: User) {
  const { db, caller } = context;
  const form = EnterpriseForm.safeParse(given);
  if (form.success) await submitFirst(form.data, context);
  const row = await findCertification(db, { personId: caller.personId });
  return {
    personal: row ? stateOf(row) : unsubmitted,
    enterprise: await enterpriseCertification({}, context),
  };
}

async function submitFirst(form: EnterpriseForm, context: User): Promise<void> {
  const { db, caller, auditAs } = context;
  if (caller.role !== 'main') throw new Refusal('NOT_ALLOWED');
  const { present } = await lockApplications(db, { accountId: caller.accountId });
  await apply(form, present, { isChange: false }, context);
  auditAs('certification.submitted');
}

/** The current certification stays valid until the change is approved. */
export async function changeEnterprise(
  form: InputOf<Calls['changeEnterprise']>,
  context: Context<'main'>,
): Promise<EnterpriseCertification> {
  const { db, services, caller } = context;
  const { present, change } = await lockApplications(db, { accountId: caller.accountId });
  if (present?.state !== 'approved') throw new Refusal('STATE_FORBIDS');
  if (!fingerprintOf(services.vault, form.creditCode).equals(present.numberFingerprint))
    throw new Refusal('NUMBER_DIFFERS');
  await apply(form, change, { isChange: true }, context);
  return enterpriseCertification({}, context);
}

export async function withdrawEnterprise(_input: unknown, context: Context<'main'>): Promise<EnterpriseCertification> {
  const { db, caller, audit } = context;
  const row = openApplication(await lockApplications(db, { accountId: caller.accountId }));
  await withdrawCertification(db, row);
  audit({ certification: row?.id ?? '', kind: 'enterprise' });
  return enterpriseCertification({}, context);
}

async function apply(
  { licence, authorisation, ...entered }: EnterpriseForm,
  row: CertificationRow | undefined,
  { isChange }: { isChange: boolean },
  context: User,
): Promise<void> {
  const { db, services, caller, now, audit } = context;
  requireSubmittable(row, 'submit');
  const id = row?.id ?? (await newId(db));
  const numberFingerprint = fingerprintOf(services.vault, entered.creditCode);
  const owner = {
    kind: 'enterprise',
    accountId: caller.accountId,
    personId: caller.personId,
    numberFingerprint,
  } as const;
  if ((await findElsewhere(db, owner)).length > 0) throw new Refusal('NUMBER_CERTIFIED');
  const wanted = {
    licence: { id: licence, purpose: 'licence' },
    authorisation: { id: authorisation, purpose: 'authorisation' },
  } as const;
  const state = await submitCertification(db, row, 'submit', {
    ...owner,
    id,
    isChange,
    entered: services.vault.encrypt(JSON.stringify(entered), placeOf(id)),
    // Company names are public in the registry, so it isn't masked.
    maskedName: entered.name,
    uploads: await referTo(context, wanted, row?.uploads ?? []),
    provider: 'development',
    orderNo: null,
    certifyId: null,
    submittedAt: now,
  });
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
