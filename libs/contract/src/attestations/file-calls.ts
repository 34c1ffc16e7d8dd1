import { z } from 'zod';
import { bytes, call, nil, nothing } from '../call.ts';
import { attestationNameLength, remarkLength } from '../shared/limits.ts';
import { listOf, objects, page, several } from '../shared/lists.ts';
import { AttestationSummary } from './attestation.ts';
import { Ano, Labels } from './fields.ts';
import {
  ChosenFile,
  Duplicate,
  FinishedUpload,
  HexDigest,
  OpenUpload,
  ReceivedFile,
  StatedDigest,
  SubmittedFile,
  submittedFiles,
  UnusedFile,
  uploadsPath,
} from './files.ts';
import { AttestationState, attestationStateTable } from './states.ts';

/** Number of a file of an attestation, from 1. */
const position = z.coerce.number().int().min(1).max(submittedFiles.digests);

/** Fields of every submission of files. */
const submission = {
  /** If absent, the name of the first file. */
  name: z.string().trim().max(attestationNameLength).default(''),
  labels: Labels,
  remark: z.string().trim().max(remarkLength).default(''),
  /** Pays by a separate order what packages don't cover. */
  byOrder: z.stringbool().or(z.boolean()).default(false),
};

const Submitted = z.strictObject({
  /** The submission. */
  batchId: z.uuid(),
  /** Its attestation, or the first of several. */
  attestation: AttestationSummary,
  /** Number of the order to be paid; null if there is nothing to pay. */
  orderNo: z.string().nullable(),
});

const refusals = ['STORAGE_FULL', 'BALANCE_SHORT', 'SPENDING_LIMIT', 'ORDERS_OPEN'] as const;

/** Records of the calls about attestations of files and digests. */
export const fileCalls = {
  uploadFile: call({
    method: 'POST',
    path: '/creditor/attestaion/file/upload',
    who: 'user',
    needs: 'preserve',
    summary: 'Uploads a file to attest, and returns its digests. It is removed after seven days unless it is attested.',
    input: nothing,
    consumes: 'multipart/form-data',
    maxBytes: submittedFiles.maxBytes,
    reply: ReceivedFile,
    refusals: ['STORAGE_FULL', 'UPLOAD_QUOTA'],
    limits: [{ per: 'login', times: 2_000, seconds: 3_600 }],
    audit: 'upload.received',
  }),
  openUploads: call({
    method: 'GET',
    path: uploadsPath,
    who: 'user',
    needs: 'preserve',
    summary:
      'Lists your resumable uploads that are not finished, newest first. tus clients create them at the same address.',
    input: nothing,
    reply: z.strictObject({ list: z.array(OpenUpload) }),
  }),
  finishUpload: call({
    method: 'POST',
    path: `${uploadsPath}/{id}/finish`,
    who: 'user',
    needs: 'preserve',
    summary:
      'Ends a complete upload once its digests are computed, and returns them. Ask again while the file is null.',
    input: z.strictObject({
      id: z.uuid(),
      /** Digests that the user's program computed; the upload is refused and removed if one differs. */
      sha256: HexDigest.optional(),
      sm3: HexDigest.optional(),
    }),
    reply: FinishedUpload,
    refusals: ['UPLOAD_GONE', 'UPLOAD_INCOMPLETE', 'FILE_DIFFERS', 'STORAGE_FULL'],
    audit: 'upload.received',
  }),
  unusedFiles: call({
    method: 'GET',
    path: '/creditor/attestation/file/unused',
    who: 'user',
    needs: 'preserve',
    summary:
      "Lists uploaded files that aren't attested, complete or not, the largest first, and how much of the account's limit they take. The holder sees those of members, too.",
    input: nothing,
    reply: z.strictObject({
      list: z.array(UnusedFile),
      /** What counts against the limits of the whole account. */
      taken: z.strictObject({ bytes: z.int(), open: z.int() }),
      /** Limits of the account: bytes, and resumable uploads under way. */
      quota: z.strictObject({ bytes: z.int(), open: z.int() }),
    }),
  }),
  removeUnusedFile: call({
    method: 'DELETE',
    path: '/creditor/attestation/file/unused/{id}',
    who: 'user',
    needs: 'preserve',
    summary:
      "Deletes an uploaded file that isn't attested, complete or not. The holder can delete those of members, too.",
    input: z.strictObject({ id: z.uuid() }),
    reply: nil,
    refusals: ['UPLOAD_IN_USE'],
    limits: [{ per: 'login', times: 2_000, seconds: 3_600 }],
    audit: 'upload.removed',
  }),
  preserveFiles: call({
    method: 'POST',
    path: '/creditor/attestaion/file',
    who: 'user',
    needs: 'preserve',
    summary: 'Attests uploaded files. Several become one attestation, or with `each` one attestation per file.',
    maxBytes: 2 ** 20,
    input: z.strictObject({
      files: objects(ChosenFile, submittedFiles.files),
      ...submission,
      /** Each file becomes an attestation of one submission, named after the file. */
      each: z.stringbool().or(z.boolean()).default(false),
    }),
    reply: Submitted,
    refusals: [...refusals, 'UPLOAD_GONE', 'FILE_DIFFERS', 'FILE_NAMES'],
    limits: [{ per: 'login', times: 600, seconds: 3_600 }],
    audit: 'attestation.submitted',
  }),
  preserveDigests: call({
    method: 'POST',
    path: '/creditor/attestaion/hash',
    who: 'user',
    needs: 'preserve',
    summary: 'Attests digests only; the files stay with the user.',
    maxBytes: 2 ** 20,
    input: z.strictObject({ files: objects(StatedDigest, submittedFiles.digests), ...submission }),
    reply: Submitted,
    refusals: [...refusals, 'FILE_NAMES'],
    limits: [{ per: 'login', times: 600, seconds: 3_600 }],
    audit: 'attestation.submitted',
  }),
  fileDuplicates: call({
    method: 'POST',
    path: '/creditor/attestation/file/duplicates',
    who: 'user',
    needs: 'evidence',
    summary: 'Returns the latest of your earlier attestations of each given file or digest.',
    maxBytes: 2 ** 18,
    input: z.strictObject({ sha256: z.array(HexDigest).min(1).max(submittedFiles.digests) }),
    reply: z.strictObject({ list: z.array(Duplicate) }),
  }),
  addFile: call({
    method: 'POST',
    path: '/creditor/attestation/hash/{ano}/file',
    who: 'user',
    needs: 'preserve',
    summary: 'Adds the uploaded file of an attested digest; refused unless every stated digest and the size match.',
    input: z.strictObject({ ano: Ano, n: position, fileId: z.uuid() }),
    reply: SubmittedFile,
    refusals: ['STATE_FORBIDS', 'UPLOAD_GONE', 'FILE_DIFFERS'],
    audit: 'attestation.file-added',
  }),
  filePreview: call({
    method: 'GET',
    path: '/creditor/attestaion/file/preview/{id}',
    who: 'user',
    needs: 'evidence',
    summary:
      'Shows file `n` (default 1) of an attestation: an image redrawn, the beginning of a text, or a range of a video or sound.',
    input: z.strictObject({ id: Ano, n: position.default(1) }),
    reply: bytes,
    produces: 'application/octet-stream',
    refusals: ['PREVIEW_NONE', 'UPLOAD_BROKEN', 'UPLOAD_PIXELS'],
    limits: [{ per: 'login', times: 3_000, seconds: 600 }],
  }),
  openPdf: call({
    method: 'POST',
    path: '/creditor/attestation/file/{ano}/pdf',
    who: 'user',
    needs: 'evidence',
    summary: 'Returns an address on a separate origin, valid for 15 minutes, at which PDF file `n` can be viewed.',
    input: z.strictObject({ ano: Ano, n: position }),
    reply: z.strictObject({ address: z.string(), expiresAt: z.string() }),
    refusals: ['PREVIEW_NONE'],
    audit: null,
  }),
  fileList: call({
    method: 'GET',
    path: '/creditor/attestaion/file/list',
    who: 'user',
    needs: 'evidence',
    summary: 'Lists your attestations of files and digests, newest first.',
    input: z.strictObject({
      ...page,
      states: several(AttestationState, attestationStateTable.states.length).optional(),
    }),
    reply: listOf(AttestationSummary),
  }),
  editFile: call({
    method: 'PUT',
    path: '/creditor/attestation/file/{id}',
    who: 'user',
    needs: 'preserve',
    summary: 'Changes name and remark of an attestation of files.',
    input: z.strictObject({
      id: Ano,
      name: z.string().trim().max(attestationNameLength).optional(),
      remark: z.string().trim().max(remarkLength).optional(),
    }),
    reply: AttestationSummary,
    audit: 'attestation.edited',
  }),
};
