import { z } from 'zod';
import { AttestationKind, CertificateData } from '../attestations/attestation.ts';
import { Ano } from '../attestations/fields.ts';
import { ReplayUrls } from '../attestations/replay.ts';
import { RecordName, ShownComparison } from '../attestations/second-record.ts';
import { Applicant, Operator } from '../attestations/submitter.ts';
import { bytes, call, nil, nothing } from '../call.ts';
import { ProofStep } from '../netcourt/form.ts';
import { checkCodeLabelLength, mostCheckCodeDays, mostCheckCodeUses } from '../shared/limits.ts';
import { several } from '../shared/lists.ts';

const time = z.iso.datetime();

/** Scopes of a check code, each including the one before: the certificate, the picture, the whole bundle. */
export const checkCodeScopes = ['certificate', 'picture', 'bundle'] as const;
/** Scope of a check code. */
export const CheckCodeScope = z.enum(checkCodeScopes);
export type CheckCodeScope = z.infer<typeof CheckCodeScope>;

/** Whether a check code of a scope grants access to `wanted`. */
export const opens = (scope: CheckCodeScope, wanted: CheckCodeScope): boolean =>
  checkCodeScopes.indexOf(scope) >= checkCodeScopes.indexOf(wanted);

/** Parts that a holder may publish on the proof page: title and address, applicant and operator, the picture. */
export const proofContents = ['subject', 'applicant', 'picture'] as const;
/** One of these parts. */
export const ProofContent = z.enum(proofContents);
export type ProofContent = z.infer<typeof ProofContent>;

/** A check code as the account sees it. The code itself is shown once, when it is issued. */
export const CheckCode = z.strictObject({
  id: z.string(),
  /** The recipient, as named by the issuer. */
  label: z.string(),
  scope: CheckCodeScope,
  /** `used`: its maximum number of uses is reached. */
  state: z.enum(['active', 'expired', 'used', 'revoked']),
  uses: z.int(),
  mostUses: z.int(),
  createdAt: time,
  expiresAt: time,
  /** Name of the user who issued it. */
  by: z.string(),
});
export type CheckCode = z.infer<typeof CheckCode>;

/**
 * Eight Crockford Base32 characters (40 bits) as people type them: in either case, with spaces or hyphens, with O for 0
 * and I or L for 1.
 */
const TypedCode = z
  .string()
  .max(40)
  .transform((text) => text.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1'))
  .pipe(z.string().regex(/^[0-9A-HJKMNP-TV-Z]{8}$/, 'checkCode'));

/** A code as displayed: two groups of four. */
export const checkCodeText = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`;

/** Access granted by a code, with its end. */
const Access = z.strictObject({ scope: CheckCodeScope, expiresAt: time });

/** The proof page of an attestation, limited to what the visitor may see. */
export const ProofPage = z.strictObject({
  ano: z.string(),
  kind: AttestationKind,
  /** When the capture began or the files were examined. */
  startedAt: time,
  manifestSha256: z.string(),
  manifestSm3: z.string(),
  log: CertificateData.shape.log,
  steps: z.array(ProofStep),
  /** This and the fields below are null unless the holder published them or a code grants access. */
  subject: z
    .strictObject({
      title: z.string(),
      url: z.string().nullable(),
      /** Number of files and the names of the first; null unless there are several and a code grants access. */
      files: z.strictObject({ count: z.int(), names: z.array(z.string()) }).nullable(),
    })
    .nullable(),
  applicant: z.strictObject({ applicant: Applicant.nullable(), operator: Operator }).nullable(),
  /** Tiles of the screenshot from the top down, in CSS pixels; empty without a screenshot. */
  picture: z.array(z.strictObject({ widthPx: z.int(), heightPx: z.int() })).nullable(),
  /** The differences between two records from two places; null without two, or if the picture isn't shown. */
  comparison: ShownComparison.nullable(),
  access: Access.nullable(),
  /** Size of the bundle; null unless a code opened it. */
  bundleBytes: z.int().nullable(),
  /** A code grants access to the bundle, and its captured page can be replayed (`openProofReplay`). */
  isReplayable: z.boolean(),
  /** The record from another place can be replayed, too. */
  isSecondReplayable: z.boolean(),
  /** Made by the installation to show how evidence is handed over. */
  isSample: z.boolean(),
});
export type ProofPage = z.infer<typeof ProofPage>;

/** Files that a visitor with a code can download. */
export const collectedParts = ['bundle', 'certificate', 'picture'] as const;

const Grant = z.string().regex(/^[\w-]{43}$/);
const guesses = [{ per: 'address', times: 20, seconds: 3_600, of: 'failures', together: 'check-code' }] as const;
const looking = [{ per: 'address', times: 600, seconds: 3_600 }] as const;
const opened = z.strictObject({ ano: Ano, grant: Grant });

/** Records of the calls that hand evidence over: check codes and the proof page. */
export const proofCalls = {
  issueCode: call({
    method: 'GET',
    path: '/creditor/attestation/collect/download/checkCode/{ano}',
    who: 'user',
    needs: 'preserve',
    summary: 'Issues a check code with which a court or third party may access the evidence. It is shown only once.',
    input: z.strictObject({
      ano: Ano,
      label: z.string().trim().min(1).max(checkCodeLabelLength),
      scope: CheckCodeScope.default('bundle'),
      days: z.coerce.number().int().min(1).max(mostCheckCodeDays).default(30),
      uses: z.coerce.number().int().min(1).max(mostCheckCodeUses).default(10),
    }),
    /** `link` opens the proof page with the code filled in; the fragment never reaches a server. */
    reply: z.strictObject({ id: z.string(), code: z.string(), link: z.string(), expiresAt: time }),
    refusals: ['STATE_FORBIDS', 'CODES_OPEN'],
    limits: [{ per: 'login', times: 120, seconds: 3_600 }],
    audit: 'proof.code-issued',
  }),
  checkCodes: call({
    method: 'GET',
    path: '/creditor/attestations/codes/{ano}',
    who: 'user',
    needs: 'evidence',
    summary: 'Lists the check codes of an attestation, newest first, and what its proof page shows to everyone.',
    input: z.strictObject({ ano: Ano }),
    reply: z.strictObject({ list: z.array(CheckCode), shows: z.array(ProofContent) }),
  }),
  revokeCode: call({
    method: 'DELETE',
    path: '/creditor/attestations/code/{id}',
    who: 'user',
    needs: 'preserve',
    summary: 'Revokes a check code; visitors who opened the evidence with it lose access immediately.',
    input: z.strictObject({ id: z.uuid() }),
    reply: nil,
    audit: 'proof.code-revoked',
  }),
  showOnProof: call({
    method: 'PUT',
    path: '/creditor/attestations/proof/{ano}',
    who: 'user',
    needs: 'preserve',
    summary: 'Sets what the proof page shows to everyone besides the public facts.',
    input: z.strictObject({ ano: Ano, shows: several(ProofContent, 3).or(z.tuple([])) }),
    reply: nil,
    refusals: ['STATE_FORBIDS'],
    audit: 'proof.published',
  }),
  proof: call({
    method: 'GET',
    path: '/creditor/proof/{ano}',
    who: 'public',
    summary: 'Returns the proof page of an attestation: the public facts, and what a check code has opened.',
    input: z.strictObject({ ano: z.string().trim().min(1).max(40), grant: Grant.optional() }),
    reply: ProofPage,
    limits: looking,
  }),
  openProof: call({
    method: 'POST',
    path: '/creditor/proof/open',
    who: 'public',
    summary: 'Opens an attestation with a check code, which counts as one use. Access lasts an hour.',
    input: z.strictObject({ ano: z.string().trim().min(1).max(40), code: TypedCode }),
    reply: Access.extend({ grant: z.string() }),
    refusals: ['CHECK_CODE_INVALID', 'TOO_MANY'],
    limits: guesses,
    audit: 'proof.opened',
  }),
  collect: call({
    method: 'GET',
    path: '/creditor/attestation/collect/download/{id}',
    who: 'public',
    summary:
      'Collects evidence with its check code, or with the grant that a code opened: the bundle, the certificate, or a tile of the picture. A code counts as one use.',
    input: z.strictObject({
      id: Ano,
      code: TypedCode.optional(),
      grant: Grant.optional(),
      part: z.enum(collectedParts).default('bundle'),
      tile: z.coerce.number().int().min(1).max(999).default(1),
      /** Whose tile, of a page captured from two places. */
      record: RecordName.default('first'),
    }),
    produces: 'application/octet-stream',
    reply: bytes,
    refusals: ['CHECK_CODE_INVALID', 'SCOPE_TOO_NARROW', 'TOO_MANY'],
    limits: [...guesses, { per: 'address', times: 3_000, seconds: 3_600 }],
    audit: 'proof.collected',
  }),
  openProofReplay: call({
    method: 'POST',
    path: '/creditor/proof/replay',
    who: 'public',
    summary:
      'Returns the sandboxed URLs that replay the captured page to a visitor whose check code opens the bundle. They expire 15 minutes after the last call, and with the grant; a revoked code ends them at once.',
    input: opened.extend({ record: RecordName.default('first') }),
    reply: ReplayUrls,
    refusals: ['CHECK_CODE_INVALID', 'SCOPE_TOO_NARROW', 'STATE_FORBIDS'],
    limits: looking,
    audit: null,
  }),
  sampleProof: call({
    method: 'GET',
    path: '/creditor/proofs/sample',
    who: 'public',
    summary:
      'Returns the number of the sample attestation; null while it is being created, which the first call starts.',
    input: nothing,
    reply: z.strictObject({ ano: z.string().nullable() }),
    limits: looking,
    audit: null,
  }),
  sampleBundle: call({
    method: 'GET',
    path: '/creditor/proofs/sample/bundle',
    who: 'public',
    summary: 'Downloads the bundle of the sample, as it is or with one byte changed.',
    input: z.strictObject({ isAltered: z.stringbool().default(false) }),
    produces: 'application/zip',
    reply: bytes,
    limits: looking,
  }),
  reportVerification: call({
    method: 'POST',
    path: '/creditor/proof/verified',
    who: 'public',
    summary: 'Adds to the custody record that the visitor verified the bundle in their browser, and with which result.',
    input: opened.extend({ isVerified: z.stringbool().or(z.boolean()) }),
    reply: nil,
    refusals: ['CHECK_CODE_INVALID'],
    limits: looking,
    audit: null,
  }),
};
