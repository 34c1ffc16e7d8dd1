import { type attestationCalls, capturedKinds, type InputOf } from '@proofkeep/contract';
import type { Context } from '../../../http/context.ts';
import { scopeOf } from '../../../http/policy.ts';
import { Refusal } from '../../../kit/refusal.ts';
import { indexFacts } from '../search/indexing.ts';
import { editAttestation } from '../write-store.ts';
import { countedPerGroup, countGroups, listAttestations } from './list-store.ts';
import { countLabels } from './store.ts';
import { requireListed, summaryOf } from './summary.ts';

type Calls = typeof attestationCalls;
type User = Context<'user'>;

export async function urlList(query: InputOf<Calls['urlList']>, { db, caller }: User) {
  const { rows, total } = await listAttestations(db, scopeOf(caller), { ...query, kinds: capturedKinds });
  return { list: rows.map(summaryOf), total };
}

export async function fileList(query: InputOf<Calls['fileList']>, { db, caller }: User) {
  const { rows, total } = await listAttestations(db, scopeOf(caller), { ...query, kinds: ['files', 'digests'] });
  return { list: rows.map(summaryOf), total };
}

export async function list({ batchId, ...query }: InputOf<Calls['list']>, { db, caller }: User) {
  const wanted = { ...query, submissionId: batchId, isRemoved: false } as const;
  const { rows, total, nextCursor } = await listAttestations(db, scopeOf(caller), wanted);
  return { list: rows.map(summaryOf), total, nextCursor };
}

export async function groupCounts({ batchId, ...filter }: InputOf<Calls['groupCounts']>, { db, caller }: User) {
  const counts = await countGroups(db, scopeOf(caller), {
    ...filter,
    submissionId: batchId,
    isRemoved: false,
  });
  return { counts, countedTo: countedPerGroup };
}

export async function labels(_input: unknown, { db, caller }: User) {
  return { list: await countLabels(db, scopeOf(caller)) };
}

export async function edit(
  { id, ...change }: { id: string; name?: string | undefined; remark?: string | undefined; labels?: readonly string[] },
  { db, caller, audit }: User,
) {
  if (!(await editAttestation(db, scopeOf(caller), id, change))) throw new Refusal('NOT_FOUND');
  await indexFacts(db, id);
  audit({ ano: id });
  return summaryOf(await requireListed(db, scopeOf(caller), id));
}
