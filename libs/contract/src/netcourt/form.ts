import { z } from 'zod';
import { AttestationKind } from '../attestations/attestation.ts';
import { Applicant, Operator } from '../attestations/submitter.ts';

const time = z.iso.datetime();
const digest = z.string().regex(/^[0-9a-f]{64}$/);

/** A step of the proof: the action, its guarantor, and the part of the bundle that shows it. */
export const ProofStep = z.strictObject({
  step: z.enum(['hash', 'seal', 'timestamp', 'log', 'certificate']),
  /** Subject of the X.509 certificate or origin of the log; empty for a digest, which anyone can compute. */
  by: z.string(),
  /** Time that the step proves; null if it proves none. */
  at: time.nullable(),
  /** Path in the bundle. */
  part: z.string(),
});
export type ProofStep = z.infer<typeof ProofStep>;

/**
 * One attestation in the form in which internet courts accept evidence; `docs/formats/netcourt.md` explains each field
 * and the rule behind it. The file `netcourt.json` is the RFC 8785 form of this value.
 */
export const NetcourtForm = z.strictObject({
  v: z.literal(1),
  type: z.literal('proofkeep-netcourt'),
  evidence: z.strictObject({
    ano: z.string(),
    name: z.string(),
    kind: AttestationKind,
    /** Art. 66 of the Civil Procedure Law. */
    form: z.literal('electronic-data'),
    source: z.strictObject({ requestedUrl: z.string(), finalUrl: z.string() }).nullable(),
    /** Number of files or digests; null for anything captured by a browser. */
    files: z.int().nullable(),
    startedAt: time,
    endedAt: time,
    isComplete: z.boolean(),
  }),
  applicant: Applicant.nullable(),
  operator: Operator,
  /** Digest of the manifest, which holds the digests of all files. */
  digests: z.strictObject({ sha256: digest, sm3: digest }),
  log: z.strictObject({ origin: z.string(), index: z.int(), size: z.int(), root: z.string() }),
  proofs: z.array(ProofStep),
  platform: z.strictObject({
    name: z.string(),
    /** Where the court verifies: the proof page and the published trust anchors. */
    proofPage: z.url(),
    trustAnchors: z.url(),
  }),
});
export type NetcourtForm = z.infer<typeof NetcourtForm>;
