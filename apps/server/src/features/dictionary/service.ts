import {
  type DictionaryName,
  type DictionaryValue,
  type DictionaryVersion,
  dictionary,
  type dictionaryCalls,
  dictionaryNames,
  fieldErrors,
  type InputOf,
  type Language,
} from '@proofkeep/contract';
import { z } from 'zod';
import type { Client } from '../../database/client.ts';
import type { Context } from '../../http/context.ts';
import { withText } from '../../kit/in-language.ts';
import { Refusal } from '../../kit/refusal.ts';
import type { PublicFacts } from './public-facts.ts';
import { findVersion, insertVersion, type Json, presentVersions, versionsOf } from './store.ts';

export type { PublicFacts } from './public-facts.ts';

type Calls = typeof dictionaryCalls;
type Operator = Context<'operator'>;
type Reading = Pick<Context, 'db' | 'now' | 'language'>;

const mostVersions = 100;

const initial = (name: DictionaryName): DictionaryVersion => ({
  name,
  version: 0,
  value: dictionary[name].initial,
  at: null,
  by: null,
  restores: null,
});

/** The current values, in the requested order. */
async function present(db: Client, names: readonly DictionaryName[]): Promise<DictionaryVersion[]> {
  const set = await presentVersions(db, names);
  return names.map((name) => set.find((version) => version.name === name) ?? initial(name));
}

/** The current value of one dictionary, as checked when it was set. */
export const dictionaryValue = async <Name extends DictionaryName>(
  db: Client,
  name: Name,
): Promise<DictionaryValue<Name>> => {
  const [found] = await present(db, [name]);
  return dictionary[name].value.parse(found?.value) as DictionaryValue<Name>;
};

/** The public form: only the console shows who changed it; texts are also given in the reader's language. */
const publicForm = ({ name, version, value }: DictionaryVersion, language: Language) => ({
  name,
  version,
  value: withText(value, language),
});

export async function dict({ name }: InputOf<Calls['dict']>, context: Reading, facts: PublicFacts) {
  const [found = initial(name)] = await present(context.db, [name]);
  return publicForm(await withFacts(found, context, facts), context.language);
}

export async function dictList(
  { names = dictionaryNames }: InputOf<Calls['dictList']>,
  context: Reading,
  facts: PublicFacts,
) {
  const found = await present(context.db, [...new Set(names)]);
  const whole = await Promise.all(found.map((one) => withFacts(one, context, facts)));
  return { list: whole.map((one) => publicForm(one, context.language)) };
}

/** Values that an operator set take precedence over facts of the same name. */
async function withFacts(
  found: DictionaryVersion,
  { db, now }: Reading,
  facts: PublicFacts,
): Promise<DictionaryVersion> {
  const known = await facts[found.name]?.(db, now);
  return known ? { ...found, value: { ...known, ...(found.value as Record<string, Json>) } } : found;
}

export const consoleDictionary = async (_input: unknown, { db }: Operator) => ({
  list: await present(db, dictionaryNames),
});

export async function dictionaryHistory({ name }: InputOf<Calls['dictionaryHistory']>, { db }: Operator) {
  return { list: [...(await versionsOf(db, name, mostVersions)), initial(name)].slice(0, mostVersions) };
}

export async function changeDictionary(
  { name, version, value }: InputOf<Calls['changeDictionary']>,
  context: Operator,
) {
  context.audit({ name, version: version + 1 });
  return put(context, { name, version, value: checked(name, value, context), restores: null });
}

export async function restoreDictionary(
  { name, version, restores }: InputOf<Calls['restoreDictionary']>,
  context: Operator,
) {
  context.audit({ name, version: version + 1, restores });
  const value = restores === 0 ? initial(name).value : await findVersion(context.db, name, restores);
  if (value === undefined) throw new Refusal('NOT_FOUND');
  // An earlier version may no longer be valid.
  return put(context, { name, version, value: checked(name, value, context), restores });
}

/** @throws Refusal INPUT_INVALID with the path within the value */
function checked(name: DictionaryName, value: Json, { language }: Operator): Json {
  const parsed = z.strictObject({ value: dictionary[name].value }).safeParse({ value });
  if (parsed.success) return parsed.data.value as Json;
  throw new Refusal('INPUT_INVALID', { fields: fieldErrors(parsed.error, { value }, language) });
}

/** @throws Refusal CHANGED_MEANWHILE if the edited version isn't the latest any more */
async function put(
  { db, caller, now }: Operator,
  { name, version, value, restores }: { name: DictionaryName; version: number; value: Json; restores: number | null },
): Promise<DictionaryVersion> {
  const next = { name, version: version + 1, value, at: now, staffId: caller.staffId, restores };
  if (!(await insertVersion(db, next))) throw new Refusal('CHANGED_MEANWHILE');
  const [found = initial(name)] = await present(db, [name]);
  return found;
}
