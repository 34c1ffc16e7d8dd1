import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { canonicalBytes, headLeafBytes, paths, type Zip } from '@proofkeep/bundle';
import { sha256Hex } from '@proofkeep/bundle/node';
import {
  checkpointText,
  formatTlogProof,
  formatVerifierKey,
  leafHash,
  type NoteKey,
  noteKey,
  signNote,
} from '@proofkeep/tlog';
import { expect, it } from 'vitest';
import type { Context } from './context.ts';
import { checkHeadLog } from './head-log.ts';

const ano = 'PK2026112300000000000';
const head = 'a'.repeat(64);
const token = Buffer.from('a token');
const sha256 = (...parts: Uint8Array[]) => {
  const sum = createHash('sha256');
  for (const part of parts) sum.update(part);
  return sum.digest();
};

/** A log of one entry, the head's. */
async function makeLog() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const raw = publicKey.export({ type: 'spki', format: 'der' }).subarray(-32);
  const key = await noteKey('log.example', raw);
  const root = leafHash(sha256, headLeafBytes(head, sha256Hex(token)));
  const signer = {
    name: key.name,
    keyHash: key.keyHash,
    sign: async (message: Uint8Array) => sign(null, message, privateKey),
  };
  const checkpoint = await signNote(checkpointText({ origin: key.name, size: 1, root }), signer);
  return { key, proof: formatTlogProof({ index: 0, proof: [], checkpoint }) };
}

/** @param logs keys of the trusted logs. @param bundleKey key in `trust/log.vkey` */
async function outcomeOf(proof: string, { logs, bundleKey }: { logs: NoteKey[]; bundleKey: NoteKey }) {
  const parts = new Map<string, Uint8Array>([
    [
      paths.heads,
      canonicalBytes({ v: 1, type: 'proofkeep-heads', ano, heads: [{ n: 0, head, token: token.toString('base64') }] }),
    ],
    [paths.headProofs, canonicalBytes({ v: 1, type: 'proofkeep-head-proofs', ano, proofs: [{ n: 0, proof }] })],
    [paths.logKey, Buffer.from(`${formatVerifierKey(bundleKey)}\n`)],
  ]);
  const outcomes: string[] = [];
  await checkHeadLog({
    zip: { entries: parts } as unknown as Zip,
    manifest: { kind: 'live', ano } as Context['manifest'],
    note: (_check, outcome) => void outcomes.push(outcome),
    part: async (path) => parts.get(path) ?? new Uint8Array(),
    sha256,
    anchors: { roots: [], logs },
  } as Partial<Context> as Context);
  return outcomes;
}

it('heads of a live session count only with a trusted log; the key in the bundle can only count against it', async () => {
  const [own, other] = await Promise.all([makeLog(), makeLog()]);

  expect(await outcomeOf(own.proof, { logs: [own.key], bundleKey: other.key })).toEqual(['passed']);
  expect(await outcomeOf(own.proof, { logs: [], bundleKey: own.key })).toEqual(['not-checked']);
  expect(await outcomeOf(own.proof, { logs: [], bundleKey: other.key })).toEqual(['failed']);
  expect(await outcomeOf(own.proof, { logs: [other.key], bundleKey: own.key })).toEqual(['failed']);
});
