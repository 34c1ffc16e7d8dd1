import { buffer } from 'node:stream/consumers';
import type { attestationCalls, InputOf, ReplyOf } from '@proofkeep/contract';
import type { Context } from '../../../http/context.ts';
import { scopeOf } from '../../../http/policy.ts';
import { requirePart, storedParts } from '../../evidence/service.ts';
import { findListed, type ListedRow } from './store.ts';
import { fileAddress, requireListed } from './summary.ts';

type Calls = typeof attestationCalls;
type User = Context<'user'>;

const pictureLimit = 100;

export async function picture({ ano }: InputOf<Calls['picture']>, context: User) {
  return pictureOf(context, await requireListed(context.db, scopeOf(context.caller), ano));
}

export async function pictures({ anos }: InputOf<Calls['pictures']>, context: User) {
  const rows = await findListed(context.db, scopeOf(context.caller), anos.slice(0, pictureLimit));
  return { list: await Promise.all(rows.map((row) => pictureOf(context, row))) };
}

/** Tiles with their sizes, read from the files (PNG, ISO/IEC 15948 §11.2.2). */
async function pictureOf({ services: { store } }: User, row: ListedRow): Promise<ReplyOf<Calls['picture']>> {
  const parts = await storedParts(store, row);
  const tilePaths = [...parts.keys()].filter((path) => /^data\/screenshot\/\d+\.png$/.test(path)).sort();
  const tiles = await Promise.all(
    tilePaths.map(async (path) => {
      const head = await buffer(await store.read(requirePart(parts, path).key, { start: 0, end: 23 }));
      return { src: fileAddress(row.ano, path), widthPx: head.readUInt32BE(16), heightPx: head.readUInt32BE(20) };
    }),
  );
  return { ano: row.ano, thumbnail: fileAddress(row.ano, 'data/thumbnail.jpg'), tiles };
}
