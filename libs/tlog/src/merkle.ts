import { sameBytes } from './bytes.ts';
import { TlogError } from './error.ts';

/** SHA-256 of the concatenated parts, 32 bytes. An argument, because the fast implementation differs between browsers and Node. */
export type Hash = (...parts: Uint8Array[]) => Uint8Array;

/** Returns the root hash of the perfect subtree of 2^level leaves that starts at leaf `index · 2^level`. */
export type ReadSubtree = (level: number, index: number) => Uint8Array;

const leafPrefix = new Uint8Array([0]);
const nodePrefix = new Uint8Array([1]);

/** Hash of a log entry, RFC 6962 §2.1: SHA-256(0x00 ‖ entry). */
export const leafHash = (hash: Hash, entry: Uint8Array): Uint8Array => hash(leafPrefix, entry);

/** Hash of an inner node, RFC 6962 §2.1: SHA-256(0x01 ‖ left ‖ right). */
export const nodeHash = (hash: Hash, left: Uint8Array, right: Uint8Array): Uint8Array => hash(nodePrefix, left, right);

/** Root of the empty tree, RFC 6962 §2.1: SHA-256 of the empty string. */
export const emptyRoot = (hash: Hash): Uint8Array => hash();

/** Returns the root of the tree of the first `size` leaves, RFC 6962 §2.1. @throws TlogError `INPUT_INVALID` */
export function rootOf(hash: Hash, size: number, read: ReadSubtree): Uint8Array {
  natural(size);
  return size === 0 ? emptyRoot(hash) : rangeHash(hash, 0, size, read);
}

/**
 * Builds the inclusion proof of leaf `index` in the tree of `size` leaves, RFC 6962 §2.1.1.
 * @returns sibling hashes, from the leaf upwards
 * @throws TlogError `INPUT_INVALID` when the leaf is not in that tree
 */
export function proveInclusion(hash: Hash, index: number, size: number, read: ReadSubtree): Uint8Array[] {
  natural(index, size);
  if (index >= size) throw new TlogError('INPUT_INVALID', `leaf ${index} is not in a tree of ${size}`);
  return path(hash, index, 0, size, read);
}

/**
 * Builds the consistency proof between the trees of `first` and `second` leaves, RFC 6962 §2.1.2; empty when the sizes are equal.
 * @throws TlogError `INPUT_INVALID` when `first` is 0 or above `second`
 */
export function proveConsistency(hash: Hash, first: number, second: number, read: ReadSubtree): Uint8Array[] {
  natural(first, second);
  if (first === 0 || first > second) throw new TlogError('INPUT_INVALID', `no proof from ${first} to ${second}`);
  return first === second ? [] : subproof(hash, first, 0, second, true, read);
}

/** Whether a leaf hash is at `index` in the tree, RFC 9162 §2.1.3.2. Returns false for a malformed proof, never throws. */
export function verifyInclusion(
  hash: Hash,
  o: { leaf: Uint8Array; index: number; size: number; proof: Uint8Array[]; root: Uint8Array },
): boolean {
  if (!isNatural(o.index) || !isNatural(o.size) || o.index >= o.size || !are32([o.leaf, o.root, ...o.proof]))
    return false;
  let fn = o.index;
  let sn = o.size - 1;
  let r = o.leaf;
  for (const p of o.proof) {
    if (sn === 0) return false;
    if (isOdd(fn) || fn === sn) {
      r = nodeHash(hash, p, r);
      while (!isOdd(fn) && fn !== 0) {
        fn = half(fn);
        sn = half(sn);
      }
    } else {
      r = nodeHash(hash, r, p);
    }
    fn = half(fn);
    sn = half(sn);
  }
  return sn === 0 && sameBytes(r, o.root);
}

/**
 * Whether the second tree extends the first, RFC 9162 §2.1.4.2. False for a first size of 0, since an empty tree proves
 * nothing, and for a malformed proof; never throws.
 */
export function verifyConsistency(
  hash: Hash,
  o: { first: number; second: number; firstRoot: Uint8Array; secondRoot: Uint8Array; proof: Uint8Array[] },
): boolean {
  if (!isNatural(o.first) || !isNatural(o.second) || o.first === 0 || o.first > o.second) return false;
  // Equal trees are compared without hashing, so roots may have any length, as in the published vectors.
  if (o.first === o.second) return o.proof.length === 0 && sameBytes(o.firstRoot, o.secondRoot);
  if (!are32([o.firstRoot, o.secondRoot, ...o.proof])) return false;
  const path = isPowerOfTwo(o.first) ? [o.firstRoot, ...o.proof] : o.proof;
  const [start, ...rest] = path;
  if (!start || o.proof.length === 0) return false;
  let fn = o.first - 1;
  let sn = o.second - 1;
  while (isOdd(fn)) {
    fn = half(fn);
    sn = half(sn);
  }
  let fr = start;
  let sr = start;
  for (const c of rest) {
    if (sn === 0) return false;
    if (isOdd(fn) || fn === sn) {
      fr = nodeHash(hash, c, fr);
      sr = nodeHash(hash, c, sr);
      while (!isOdd(fn) && fn !== 0) {
        fn = half(fn);
        sn = half(sn);
      }
    } else {
      sr = nodeHash(hash, sr, c);
    }
    fn = half(fn);
    sn = half(sn);
  }
  return sn === 0 && sameBytes(fr, o.firstRoot) && sameBytes(sr, o.secondRoot);
}

/** Hash of leaves [start, end), where start is a multiple of the largest power of two below the length. */
function rangeHash(hash: Hash, start: number, end: number, read: ReadSubtree): Uint8Array {
  const length = end - start;
  if (isPowerOfTwo(length)) return read(Math.log2(length), start / length);
  const split = start + splitPoint(length);
  return nodeHash(hash, rangeHash(hash, start, split, read), rangeHash(hash, split, end, read));
}

function path(hash: Hash, index: number, start: number, end: number, read: ReadSubtree): Uint8Array[] {
  if (end - start === 1) return [];
  const split = start + splitPoint(end - start);
  return index < split
    ? [...path(hash, index, start, split, read), rangeHash(hash, split, end, read)]
    : [...path(hash, index, split, end, read), rangeHash(hash, start, split, read)];
}

function subproof(hash: Hash, m: number, start: number, end: number, whole: boolean, read: ReadSubtree): Uint8Array[] {
  if (m === end - start) return whole ? [] : [rangeHash(hash, start, end, read)];
  const k = splitPoint(end - start);
  return m <= k
    ? [...subproof(hash, m, start, start + k, whole, read), rangeHash(hash, start + k, end, read)]
    : [...subproof(hash, m - k, start + k, end, false, read), rangeHash(hash, start, start + k, read)];
}

/** The largest power of two below `n`, for n > 1. Avoids 32-bit shifts: sizes go up to 2^53. */
function splitPoint(n: number): number {
  let k = 1;
  while (k * 2 < n) k *= 2;
  return k;
}

const half = (n: number) => Math.floor(n / 2);
const isOdd = (n: number) => n % 2 === 1;
const isNatural = (n: number) => Number.isSafeInteger(n) && n >= 0;
const are32 = (hashes: Uint8Array[]) => hashes.every((bytes) => bytes.length === 32);

function isPowerOfTwo(n: number): boolean {
  let power = 1;
  while (power < n) power *= 2;
  return power === n;
}

function natural(...numbers: number[]): void {
  if (!numbers.every(isNatural)) throw new TlogError('INPUT_INVALID', 'not a natural number below 2^53');
}
