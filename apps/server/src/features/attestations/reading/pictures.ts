import type { attestationCalls, InputOf, ReplyOf } from '@proofkeep/contract';
import type { Context } from '../../../http/context.ts';
import { scopeOf } from '../../../http/policy.ts';
import { storedParts } from '../../evidence/service.ts';
import { tilesIn } from './certified.ts';
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

async function pictureOf({ services: { store } }: User, row: ListedRow): Promise<ReplyOf<Calls['picture']>> {
  const tiles = await tilesIn(store, await storedParts(store, row));
  return {
    ano: row.ano,
    thumbnail: fileAddress(row.ano, 'data/thumbnail.jpg'),
    tiles: tiles.map(({ path, ...size }) => ({ src: fileAddress(row.ano, path), ...size })),
  };
}
