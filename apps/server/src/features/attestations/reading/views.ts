import { type attestationCalls, type InputOf, savedViews } from '@proofkeep/contract';
import type { Context } from '../../../http/context.ts';
import { Refusal } from '../../../kit/refusal.ts';
import { listViews, removeView, upsertView } from './view-store.ts';

type Calls = typeof attestationCalls;
type User = Context<'user'>;

export const views = async (_input: unknown, { db, caller }: User) => ({ list: await listViews(db, caller.loginId) });

export async function saveView(input: InputOf<Calls['saveView']>, { db, caller }: User) {
  const saved = await upsertView(db, caller.loginId, input, savedViews.count);
  if (!saved) throw new Refusal('VIEWS_FULL', { values: { max: savedViews.count } });
  return saved;
}

export async function deleteView({ id }: InputOf<Calls['deleteView']>, { db, caller }: User) {
  if (!(await removeView(db, caller.loginId, id))) throw new Refusal('NOT_FOUND');
  return null;
}
