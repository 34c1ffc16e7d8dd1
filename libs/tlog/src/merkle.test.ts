import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Hash,
  leafHash,
  nodeHash,
  proveConsistency,
  proveInclusion,
  type ReadSubtree,
  rootOf,
  verifyConsistency,
  verifyInclusion,
} from './merkle.ts';

const hash: Hash = (...parts) => {
  const sum = createHash('sha256');
  for (const part of parts) sum.update(part);
  return sum.digest();
};

/** An independent implementation of the recursive definition in RFC 6962 §2.1, without subtrees. */
function definition(leaves: Uint8Array[]): Uint8Array {
  if (leaves.length === 0) return hash();
  if (leaves.length === 1) return hash(Uint8Array.of(0), leaves[0] as Uint8Array);
  let k = 1;
  while (k * 2 < leaves.length) k *= 2;
  return hash(Uint8Array.of(1), definition(leaves.slice(0, k)), definition(leaves.slice(k)));
}

const entries = (count: number) => Array.from({ length: count }, (_, i) => Buffer.from(`entry ${i}`));
const subtreesOf =
  (leaves: Uint8Array[]): ReadSubtree =>
  (level, index) =>
    definition(leaves.slice(index * 2 ** level, (index + 1) * 2 ** level));

describe('the Merkle tree', () => {
  it('computes the root that RFC 6962 defines, at every size', () => {
    for (let size = 0; size <= 40; size++) {
      const leaves = entries(size);
      expect(Buffer.from(rootOf(hash, size, subtreesOf(leaves)))).toEqual(Buffer.from(definition(leaves)));
    }
  });

  it('proves every leaf of every tree, and rejects any other leaf, index, size or root', () => {
    for (let size = 1; size <= 33; size++) {
      const leaves = entries(size);
      const root = definition(leaves);
      for (let index = 0; index < size; index++) {
        const leaf = leafHash(hash, leaves[index] as Uint8Array);
        const proof = proveInclusion(hash, index, size, subtreesOf(leaves));

        expect(verifyInclusion(hash, { leaf, index, size, proof, root })).toBe(true);
        expect(verifyInclusion(hash, { leaf: leafHash(hash, Buffer.from('x')), index, size, proof, root })).toBe(false);
        expect(verifyInclusion(hash, { leaf, index, size, proof: [...proof, root], root })).toBe(false);
        if (proof.length > 0)
          expect(verifyInclusion(hash, { leaf, index, size, proof: proof.slice(1), root })).toBe(false);
      }
    }
  });

  it('proves consistency with every earlier tree, and rejects one altered hash', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 70 }), fc.integer({ min: 0, max: 70 }), fc.nat(), (first, more, at) => {
        const leaves = entries(first + more);
        const o = {
          first,
          second: first + more,
          firstRoot: definition(leaves.slice(0, first)),
          secondRoot: definition(leaves),
          proof: proveConsistency(hash, first, first + more, subtreesOf(leaves)),
        };
        expect(verifyConsistency(hash, o)).toBe(true);
        if (o.proof.length === 0) return;
        const altered = o.proof.map((node, i) => (i === at % o.proof.length ? hash(node) : node));
        expect(verifyConsistency(hash, { ...o, proof: altered })).toBe(false);
      }),
    );
  });

  it('rejects consistency proofs from the empty tree', () => {
    expect(() => proveConsistency(hash, 0, 3, subtreesOf(entries(3)))).toThrow('no proof from 0');
    const roots = { firstRoot: hash(), secondRoot: definition(entries(3)) };
    expect(verifyConsistency(hash, { first: 0, second: 3, ...roots, proof: [] })).toBe(false);
  });

  it('proves inclusion and consistency in trees beyond 32 bits, up to the largest size', () => {
    // All leaves are equal, so the root of a perfect subtree depends on its level alone.
    const perfect = [leafHash(hash, Buffer.from('same'))];
    for (let level = 1; level <= 52; level++) {
      const below = perfect[level - 1] as Uint8Array;
      perfect.push(nodeHash(hash, below, below));
    }
    const subtree: ReadSubtree = (level) => perfect[level] as Uint8Array;
    const size = fc.integer({ min: 2 ** 31, max: Number.MAX_SAFE_INTEGER });
    fc.assert(
      fc.property(size, size, fc.nat(), (a, b, at) => {
        const [first, second] = a < b ? [a, b] : [b, a];
        const [firstRoot, secondRoot] = [rootOf(hash, first, subtree), rootOf(hash, second, subtree)];
        const index = first - 1 - (at % first);
        const proof = proveInclusion(hash, index, second, subtree);
        const leaf = perfect[0] as Uint8Array;

        expect(verifyInclusion(hash, { leaf, index, size: second, proof, root: secondRoot })).toBe(true);
        expect(verifyInclusion(hash, { leaf: firstRoot, index, size: second, proof, root: secondRoot })).toBe(false);
        const growth = { first, second, firstRoot, secondRoot, proof: proveConsistency(hash, first, second, subtree) };
        expect(verifyConsistency(hash, growth)).toBe(true);
      }),
    );
  });

  it('returns false for impossible sizes and hashes instead of throwing', () => {
    const root = hash();
    for (const size of [-1, 1.5, Number.NaN, 2 ** 53])
      expect(verifyInclusion(hash, { leaf: root, index: 0, size, proof: [], root })).toBe(false);
    const short = root.subarray(1);
    expect(verifyInclusion(hash, { leaf: short, index: 0, size: 1, proof: [], root: short })).toBe(false);
    const growth = { first: 1, second: 2, firstRoot: root, secondRoot: nodeHash(hash, root, short), proof: [short] };
    expect(verifyConsistency(hash, growth)).toBe(false);
    expect(verifyConsistency(hash, { ...growth, first: 0.5 })).toBe(false);
  });

  it('refuses to prove a leaf that is not in the tree', () => {
    expect(() => proveInclusion(hash, 3, 3, subtreesOf(entries(3)))).toThrow('leaf 3 is not in a tree of 3');
    expect(() => proveConsistency(hash, 4, 3, subtreesOf(entries(3)))).toThrow('no proof from 4 to 3');
    expect(() => rootOf(hash, 2 ** 53, subtreesOf([]))).toThrow('below 2^53');
  });
});

interface Vector {
  leafIdx: number;
  treeSize: number;
  leafHash: string;
  size1: number;
  size2: number;
  root: string;
  root1: string;
  root2: string;
  proof: string[] | null;
  wantErr: boolean;
}

const vectors = new URL('../../../../shared/vectors/', import.meta.url);
const read = (name: string): [string, Vector][] =>
  existsSync(new URL(name, vectors)) ? Object.entries(JSON.parse(readFileSync(new URL(name, vectors), 'utf8'))) : [];
const bytes = (text: string | null | undefined) => Buffer.from(text ?? '', 'base64');

describe.runIf(existsSync(vectors))('the published vectors of transparency-dev/merkle (if the folder exists)', () => {
  const inclusion = read('merkle-inclusion.json');
  const consistency = read('merkle-consistency.json');

  it('number 196', () => {
    expect(inclusion.length + consistency.length).toBe(196);
  });

  it.each(inclusion)('inclusion %s', (_, vector) => {
    const ok = verifyInclusion(hash, {
      leaf: bytes(vector.leafHash),
      index: vector.leafIdx,
      size: vector.treeSize,
      proof: (vector.proof ?? []).map(bytes),
      root: bytes(vector.root),
    });
    expect(ok).toBe(!vector.wantErr);
  });

  it.each(consistency)('consistency %s', (_, vector) => {
    const ok = verifyConsistency(hash, {
      first: vector.size1,
      second: vector.size2,
      firstRoot: bytes(vector.root1),
      secondRoot: bytes(vector.root2),
      proof: (vector.proof ?? []).map(bytes),
    });
    expect(ok).toBe(!vector.wantErr);
  });
});
