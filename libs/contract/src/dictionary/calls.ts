import { z } from 'zod';
import { call } from '../call.ts';
import { Count, several } from '../shared/lists.ts';
import { dictionaryNames } from './dictionary.ts';

const Name = z.enum(dictionaryNames);
const time = z.iso.datetime();

/** Users of the value parse it with the dictionary's own schema. */
const value = z.json();
/** Name of the operator; null for version 0. */
const Stored = z.strictObject({ name: Name, version: z.int(), value });

const Version = z.strictObject({
  ...Stored.shape,
  at: time.nullable(),
  /** Name of the operator; null of version 0. */
  by: z.string().nullable(),
  /** The version it was restored from, if any. */
  restores: z.int().nullable(),
});
/** One version of a dictionary, with who set it. */
export type DictionaryVersion = z.infer<typeof Version>;

const asked = z.strictObject({ name: Name });
const editing = [{ per: 'login', times: 120, seconds: 3_600 }] as const;

/** Records of the calls about dictionary. */
export const dictionaryCalls = {
  dict: call({
    method: 'GET',
    path: '/creditor/dict',
    who: 'public',
    summary:
      'Returns one platform dictionary. Texts have `text`, in the language of `Accept-Language`, beside both languages.',
    input: asked,
    reply: Stored,
  }),
  dictByBody: call({
    method: 'POST',
    path: '/creditor/dict',
    who: 'public',
    summary: 'Returns one platform dictionary named in the body.',
    input: asked,
    reply: Stored,
  }),
  dictList: call({
    method: 'POST',
    path: '/creditor/dict/list',
    who: 'public',
    summary: 'Returns several platform dictionaries; all if none is named.',
    input: z.strictObject({ names: several(Name, dictionaryNames.length).optional() }),
    reply: z.strictObject({ list: z.array(Stored) }),
  }),
  consoleDictionary: call({
    method: 'GET',
    path: '/creditor/console/dictionary',
    who: 'operator',
    summary: 'Lists all dictionaries with who last changed each.',
    input: z.strictObject({}),
    reply: z.strictObject({ list: z.array(Version) }),
  }),
  dictionaryHistory: call({
    method: 'GET',
    path: '/creditor/console/dictionary/{name}/history',
    who: 'operator',
    summary: 'Lists up to 100 versions of a dictionary, newest first.',
    input: asked,
    reply: z.strictObject({ list: z.array(Version) }),
  }),
  changeDictionary: call({
    method: 'PUT',
    path: '/creditor/console/dictionary/{name}',
    who: 'operator',
    summary: 'Saves a dictionary. `version` is the version that was edited; if a newer one exists, nothing changes.',
    maxBytes: 2 ** 20,
    input: z.strictObject({ name: Name, version: Count.min(0), value }),
    reply: Version,
    refusals: ['CHANGED_MEANWHILE'],
    limits: editing,
    audit: 'dictionary.changed',
  }),
  restoreDictionary: call({
    method: 'POST',
    path: '/creditor/console/dictionary/{name}/restore',
    who: 'operator',
    summary: 'Restores an earlier version of a dictionary; `version` is the current one.',
    input: z.strictObject({ name: Name, version: Count.min(1), restores: Count.min(0) }),
    reply: Version,
    refusals: ['CHANGED_MEANWHILE', 'NOT_FOUND'],
    limits: editing,
    audit: 'dictionary.restored',
  }),
};
