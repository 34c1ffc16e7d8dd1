import { z } from 'zod';
import { AttestationKind } from '../attestations/attestation.ts';
import { AttestationState } from '../attestations/states.ts';
import { call } from '../call.ts';

const Digest = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[0-9a-f]{64}$/, 'sha256');

/** Public facts of an attestation. */
const PublicFacts = z.strictObject({
  ano: z.string(),
  kind: AttestationKind,
  state: AttestationState,
  sealedAt: z.iso.datetime().nullable(),
  manifestSha256: z.string().nullable(),
  logIndex: z.int().nullable(),
});

const asking = [{ per: 'address', times: 300, seconds: 3_600 }] as const;

/** Records of the calls that look up evidence. */
export const verificationCalls = {
  queryByFile: call({
    method: 'GET',
    path: '/creditor/query/attestation/file',
    who: 'public',
    summary: 'Finds attestations that contain the file with this digest. Public facts only.',
    input: z
      .strictObject({ sha256: Digest.optional(), sm3: Digest.optional() })
      .refine(({ sha256, sm3 }) => sha256 !== undefined || sm3 !== undefined, {
        path: ['sha256'],
        error: 'sha256OrSm3',
      }),
    reply: z.strictObject({ list: z.array(PublicFacts.extend({ path: z.string() })) }),
    limits: asking,
  }),
  queryByHolder: call({
    method: 'GET',
    path: '/creditor/query/attestation/idAndNumber',
    who: 'public',
    summary: "Finds an attestation by its holder's ID number and its own number.",
    input: z.strictObject({ idNumber: z.string().trim().min(6).max(32), ano: z.string().trim().min(1).max(40) }),
    reply: PublicFacts,
    refusals: ['NOT_FOUND'],
    limits: asking,
  }),
  queryByCertificate: call({
    method: 'GET',
    path: '/creditor/query/attestation/certificate',
    who: 'public',
    summary: 'Finds an attestation by the data printed on its certificate: its number and the SHA-256 of its manifest.',
    input: z.strictObject({ ano: z.string().trim().min(1).max(40), sha256: Digest }),
    reply: PublicFacts,
    refusals: ['NOT_FOUND'],
    limits: asking,
  }),
  hashFile: call({
    method: 'POST',
    path: '/creditor/getHashByFile',
    who: 'public',
    summary: "Returns the SHA-256 and SM3 digests of an uploaded file. The file isn't kept.",
    input: z.strictObject({}),
    consumes: 'multipart/form-data',
    reply: z.strictObject({ name: z.string(), sizeBytes: z.int(), sha256: z.string(), sm3: z.string() }),
    limits: asking,
  }),
};
