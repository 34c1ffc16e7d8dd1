import {
  type AttestationSummary,
  type CourtApplication,
  type CourtApplicationRow,
  type CourtDraft,
  type CourtItem,
  type courtApplicationCalls,
  courtLimits,
  fieldError,
  type InputOf,
} from '@proofkeep/contract';
import { newId } from '../../database/ids.ts';
import { scopeOf } from '../../http/policy.ts';
import { newPublicNumber } from '../../kit/public-number.ts';
import { Refusal } from '../../kit/refusal.ts';
import { findSummaries } from '../attestations/service.ts';
import { lockOwnApplication, nameOfCaller, requireOwnApplication, type User } from './access.ts';
import { encryptParties, partiesOf } from './content.ts';
import { moveApplication } from './lifecycle.ts';
import {
  type ApplicationRow,
  findEvents,
  findItems,
  findList,
  insertApplication,
  insertEvent,
  listApplications,
  replaceItems,
  updateApplication,
} from './store.ts';
import { evidenceOf } from './verification.ts';

type Calls = typeof courtApplicationCalls;

export async function courtApplications(input: InputOf<Calls['courtApplications']>, { db, caller, services }: User) {
  const { rows, total } = await listApplications(db, scopeOf(caller), input);
  const list = rows.map((row): CourtApplicationRow => {
    const { id, no, state, court, caseNo, cause, items, createdAt, changedAt } = row;
    const parties = partiesOf(services.vault, row).map(({ side, name }) => ({ side, name }));
    const times = { createdAt: createdAt.toISOString(), changedAt: changedAt.toISOString() };
    return { id, no, state, court, caseNo, cause, items, parties, ...times };
  });
  return { list, total };
}

export async function courtApplication({ id }: { id: string }, context: User): Promise<CourtApplication> {
  const { db, services } = context;
  const row = await requireOwnApplication(context, id);
  const items = await findItems(db, id);
  const list = row.state === 'draft' ? undefined : await findList(db, id);
  return {
    id,
    no: row.no,
    state: row.state,
    version: row.version,
    court: row.court,
    caseNo: row.caseNo,
    cause: row.cause,
    parties: partiesOf(services.vault, row),
    items: items.map(({ verification: _verification, ...item }) => item),
    evidence: await evidenceOf(db, items),
    createdAt: row.createdAt.toISOString(),
    changedAt: row.changedAt.toISOString(),
    list: list ? { sha256: list.sha256, signedAt: list.signedAt.toISOString(), sizeBytes: list.sizeBytes } : null,
    reference: row.reference,
    reason: row.state === 'returned' ? row.reason : null,
    gateway: services.court && { name: services.court.name, isDevelopment: services.court.isDevelopment },
    events: await findEvents(db, id),
  };
}

/** @throws Refusal INPUT_INVALID naming one that the caller can't see or that isn't certified */
async function requireCertified(
  { db, caller, language }: User,
  anos: readonly string[],
  field: (at: number) => string,
): Promise<Map<string, AttestationSummary>> {
  const found = await findSummaries(db, scopeOf(caller), anos);
  const at = anos.findIndex((one) => found.get(one)?.state !== 'succeeded');
  if (at >= 0) throw new Refusal('INPUT_INVALID', { fields: [fieldError(field(at), 'wrong', language)] });
  return found;
}

/** Locks a draft. @throws Refusal NOT_FOUND, STATE_FORBIDS */
async function lockDraft(context: User, id: string): Promise<ApplicationRow> {
  const row = await lockOwnApplication(context, id);
  if (row.state !== 'draft') throw new Refusal('STATE_FORBIDS');
  return row;
}

async function create(context: User): Promise<ApplicationRow> {
  const { db, services, caller, now } = context;
  const { accountId, loginId } = caller;
  const id = await newId(db);
  const partiesEncrypted = encryptParties(services.vault, id, []);
  await insertApplication(db, { id, no: newPublicNumber('JZ'), accountId, loginId, partiesEncrypted, now });
  const name = await nameOfCaller(context);
  await insertEvent(db, { applicationId: id, event: 'create', who: 'applicant', name, note: '', now });
  return lockOwnApplication(context, id);
}

export async function putForward({ id, anos }: InputOf<Calls['putForward']>, context: User) {
  const { db, services, now, language, audit } = context;
  const row = id === undefined ? await create(context) : await lockDraft(context, id);
  const found = await requireCertified(context, anos, (at) => `anos.${at}`);
  const items = (await findItems(db, row.id)).map(({ verification: _verification, ...item }): CourtItem => item);
  const known = new Set(items.map(({ ano }) => ano));
  const added = [...new Set(anos)].filter((ano) => !known.has(ano));
  if (items.length + added.length > courtLimits.items)
    throw new Refusal('INPUT_INVALID', { fields: [fieldError('anos', 'wrong', language)] });
  const list = [...items, ...added.map((ano) => itemOf(found.get(ano), ano))];
  await replaceItems(db, row.id, list);
  const partiesEncrypted = encryptParties(services.vault, row.id, partiesOf(services.vault, row));
  await updateApplication(db, { ...row, partiesEncrypted, now });
  audit({ application: row.no, count: added.length });
  return { id: row.id, no: row.no };
}

/** Default text of an entry, until the applicant edits it. */
const itemOf = (summary: AttestationSummary | undefined, ano: string): CourtItem => ({
  ano,
  name: (summary?.name ?? '').slice(0, courtLimits.name),
  source: (summary?.url ?? '').slice(0, courtLimits.source),
  purpose: '',
  pages: '',
});

export async function saveCourtApplication(
  { id, version, ...draft }: InputOf<Calls['saveCourtApplication']>,
  context: User,
) {
  const { db, services, now, audit } = context;
  const row = id === undefined ? await create(context) : await lockDraft(context, id);
  if (id !== undefined && version !== undefined && version !== row.version) throw new Refusal('COURT_LIST_CHANGED');
  await requireCertified(
    context,
    draft.items.map(({ ano }) => ano),
    (at) => `items.${at}.ano`,
  );
  await replaceItems(db, row.id, draft.items);
  const saved = await updateApplication(db, {
    id: row.id,
    ...contentOf(draft),
    partiesEncrypted: encryptParties(services.vault, row.id, draft.parties),
    now,
  });
  audit({ application: row.no });
  return { id: row.id, no: row.no, version: saved };
}

const contentOf = ({ court, caseNo, cause }: CourtDraft) => ({ court, caseNo, cause });

/** Runs an applicant's action that only changes the state. */
const act =
  (event: 'edit' | 'withdraw') =>
  async ({ id }: { id: string }, context: User): Promise<null> => {
    const row = await lockOwnApplication(context, id);
    const name = await nameOfCaller(context);
    const set = event === 'edit' ? { reference: null, reason: null } : {};
    await moveApplication(context.db, row, { event, who: 'applicant', name, now: context.now, set });
    context.audit({ application: row.no });
    return null;
  };

export const editCourtApplication = act('edit');
export const withdrawCourtApplication = act('withdraw');

export async function fileCourtApplication(
  { id, note }: InputOf<Calls['fileCourtApplication']>,
  context: User,
): Promise<null> {
  const row = await lockOwnApplication(context, id);
  const name = await nameOfCaller(context);
  await moveApplication(context.db, row, { event: 'file', who: 'applicant', name, note, now: context.now });
  context.audit({ application: row.no });
  return null;
}
