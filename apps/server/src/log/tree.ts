import { hash as nodeHashOf } from 'node:crypto';
import { type Hash, nodeHash, type ReadSubtree } from '@proofkeep/ledger';
import type { Client } from '../database/database.ts';
import { type NodeRow, readNodes } from './store.ts';

export const sha256: Hash = (...parts) =>
  nodeHashOf('sha256', parts.length === 1 ? (parts[0] ?? '') : Buffer.concat(parts), 'buffer');

/**
 * The right edge of a growing tree: the roots of its perfect subtrees, largest first. Enough to append leaves and to give
 * the root, without anything further left.
 */
export class Frontier {
  #edge: NodeRow[];

  constructor(edge: NodeRow[]) {
    this.#edge = edge;
  }

  /** Places of the perfect subtrees that make up a tree of `size` leaves. */
  static places(size: number): { level: number; idx: number }[] {
    const places: { level: number; idx: number }[] = [];
    for (let level = 52; level >= 0; level--) {
      const width = 2 ** level;
      const taken = places.reduce((sum, place) => sum + 2 ** place.level, 0);
      if (size - taken >= width) places.push({ level, idx: taken / width });
    }
    return places;
  }

  /** Appends a leaf hash and returns the inner nodes that it completes. */
  append(leafHash: Uint8Array): NodeRow[] {
    const last = this.#edge.at(-1);
    let node: NodeRow = { level: 0, idx: last ? (last.idx + 1) * 2 ** last.level : 0, hash: leafHash };
    const completed: NodeRow[] = [];
    for (let left = this.#edge.at(-1); left && left.level === node.level; left = this.#edge.at(-1)) {
      this.#edge.pop();
      node = { level: node.level + 1, idx: left.idx / 2, hash: nodeHash(sha256, left.hash, node.hash) };
      completed.push(node);
    }
    this.#edge.push(node);
    return completed;
  }

  root(): Uint8Array {
    const [last, ...rest] = this.#edge.toReversed();
    if (!last) return sha256();
    return rest.reduce((right, left) => nodeHash(sha256, left.hash, right), last.hash);
  }
}

export async function readFrontier(client: Client, size: number): Promise<Frontier> {
  const places = Frontier.places(size);
  const nodes = places.length > 0 ? await readNodes(client, places) : [];
  return new Frontier(places.map((place) => find(nodes, place)));
}

/**
 * Runs a pure computation over subtrees that stand in the database: once to learn which it reads, then, with those fetched
 * in one query, for its result.
 */
export async function withSubtrees<T>(client: Client, compute: (read: ReadSubtree) => T): Promise<T> {
  const wanted: { level: number; idx: number }[] = [];
  compute((level, idx) => {
    wanted.push({ level, idx });
    return new Uint8Array(32);
  });
  const nodes = wanted.length > 0 ? await readNodes(client, wanted) : [];
  return compute((level, idx) => find(nodes, { level, idx }).hash);
}

function find(
  nodes: { level: number; idx: number; hash: Buffer | null }[],
  at: { level: number; idx: number },
): NodeRow {
  const node = nodes.find((row) => row.level === at.level && row.idx === at.idx);
  if (!node?.hash) throw new Error(`The log lacks the subtree ${at.idx} of level ${at.level}.`);
  return { ...at, hash: node.hash };
}
