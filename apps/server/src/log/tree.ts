import { hash } from 'node:crypto';
import { emptyRoot, type Hash, nodeHash, type ReadSubtree } from '@proofkeep/tlog';
import type { Client } from '../database/client.ts';
import { type NodeRow, type Place, readNodes } from './store.ts';

export const sha256: Hash = (...parts) =>
  hash('sha256', parts.length === 1 ? (parts[0] ?? '') : Buffer.concat(parts), 'buffer');

/**
 * The right edge of a growing tree: the roots of its perfect subtrees, largest first. Sufficient to append leaves and
 * compute the root.
 */
export class Frontier {
  #edge: NodeRow[];

  constructor(edge: NodeRow[]) {
    this.#edge = edge;
  }

  /** Places of the perfect subtrees that make up a tree of `size` leaves. */
  static places(size: number): Place[] {
    const places: Place[] = [];
    let taken = 0;
    for (let level = 52; level >= 0; level--) {
      const width = 2 ** level;
      if (size - taken < width) continue;
      places.push({ level, idx: taken / width });
      taken += width;
    }
    return places;
  }

  /** Appends a leaf hash and returns the inner nodes that it completes. */
  append(leafHash: Uint8Array): NodeRow[] {
    const last = this.#edge.at(-1);
    let node: NodeRow = { level: 0, idx: last ? (last.idx + 1) * 2 ** last.level : 0, hash: leafHash };
    const completed: NodeRow[] = [];
    for (let left = this.#edge.at(-1); left?.level === node.level; left = this.#edge.at(-1)) {
      this.#edge.pop();
      node = { level: node.level + 1, idx: left.idx / 2, hash: nodeHash(sha256, left.hash, node.hash) };
      completed.push(node);
    }
    this.#edge.push(node);
    return completed;
  }

  root(): Uint8Array {
    const [last, ...rest] = this.#edge.toReversed();
    if (!last) return emptyRoot(sha256);
    return rest.reduce((right, left) => nodeHash(sha256, left.hash, right), last.hash);
  }
}

export async function readFrontier(client: Client, size: number): Promise<Frontier> {
  const places = Frontier.places(size);
  const subtree = await readSubtrees(client, places);
  return new Frontier(places.map((place) => ({ ...place, hash: subtree(place.level, place.idx) })));
}

/**
 * Runs a pure computation over stored subtrees twice: once to learn which ones it reads, then with those, fetched in
 * one query.
 */
export async function withSubtrees<T>(client: Client, compute: (read: ReadSubtree) => T): Promise<T> {
  const wanted = new Map<string, Place>();
  const nothing = new Uint8Array(32);
  compute((level, idx) => {
    wanted.set(nameOf({ level, idx }), { level, idx });
    return nothing;
  });
  return compute(await readSubtrees(client, [...wanted.values()]));
}

async function readSubtrees(client: Client, places: Place[]): Promise<ReadSubtree> {
  const nodes = places.length > 0 ? await readNodes(client, places) : [];
  const hashes = new Map(nodes.map((node) => [nameOf(node), node.hash]));
  return (level, idx) => {
    const hash = hashes.get(nameOf({ level, idx }));
    if (!hash) throw new Error(`The log lacks the subtree ${idx} of level ${level}.`);
    return hash;
  };
}

export const nameOf = ({ level, idx }: Place): string => `${level}/${idx}`;
