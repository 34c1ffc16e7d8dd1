import { z } from 'zod';
import { AttestationState } from '../attestations/states.ts';
import { bytes, call, nil, nothing } from '../call.ts';
import { TextCode } from '../identity/credentials.ts';
import { Sent, sending, sendingRefusals } from '../identity/text-codes.ts';
import { matterReasonLength, searchLength } from '../shared/limits.ts';
import { listOf, page } from '../shared/lists.ts';
import { MatterDraft } from './content.ts';
import { MatterDocument, MatterDocumentKind } from './documents.ts';
import { Strokes } from './handwriting.ts';
import { MatterKind } from './kinds.ts';
import { MatterDetail, MatterRow, MatterSummary, NotaryOffice } from './matter.ts';
import { MatterFeeReturn } from './states.ts';
import { MatterView } from './views.ts';

const one = z.strictObject({ id: z.uuid().toLowerCase() });
const time = z.iso.datetime();
const Reason = z.string().trim().min(matterReasonLength.min).max(matterReasonLength.max);
/** Default: as the operator has set in the dictionary `valueAdded`. */
const WantsVideo = z.boolean().optional();
const changing = [{ per: 'login', times: 300, seconds: 3_600 }] as const;

const Notarizable = z.strictObject({
  ano: z.string(),
  name: z.string(),
  state: AttestationState,
  createdAt: time,
});
/** An attestation that can be used in a matter. */
export type NotarizableAttestation = z.infer<typeof Notarizable>;

/** Words of a label, and the other facts of a kind that forms need. */
const Words = z.strictObject({ zh: z.string(), en: z.string() });

/** Records of the calls about matters, for the account that applied. */
export const notarizationCalls = {
  matters: call({
    method: 'GET',
    path: '/creditor/notarization/list',
    who: 'user',
    needs: 'matters',
    summary: "Lists the account's matters by whose turn it is, the last changed first.",
    input: z.strictObject({
      ...page,
      view: MatterView.default('all'),
      /** Part of a number or of a party's name. */
      search: z.string().trim().max(searchLength).default(''),
    }),
    reply: listOf(MatterRow).extend({
      /** Number of matters in each view. */
      counts: z.strictObject({ 'wait-me': z.int(), 'wait-other': z.int(), 'wait-notary': z.int(), all: z.int() }),
    }),
  }),
  usedAttestations: call({
    method: 'GET',
    path: '/creditor/notarization/attestation/order/list',
    who: 'user',
    needs: 'matters',
    summary: 'Lists attestations that are part of a matter, with the number of the matter.',
    input: z.strictObject({ ...page }),
    reply: listOf(Notarizable.extend({ matterId: z.string(), matterNo: z.string() })),
  }),
  notarizableAttestations: call({
    method: 'GET',
    path: '/creditor/notarization/attestation/list',
    who: 'user',
    needs: 'matters',
    summary: 'Lists certified attestations that can be put into a matter, newest first.',
    input: z.strictObject({ ...page, search: z.string().trim().max(searchLength).default('') }),
    reply: listOf(Notarizable),
  }),
  createMatter: call({
    method: 'POST',
    path: '/creditor/notarization',
    who: 'user',
    needs: 'matters',
    summary: 'Applies for a matter, or keeps a draft of the application.',
    input: MatterDraft.extend({
      /** Saves a draft that may be incomplete. */
      isDraft: z.boolean().default(false),
      wantsVideo: WantsVideo,
    }),
    reply: z.strictObject({ id: z.string(), no: z.string() }),
    refusals: ['UPLOAD_GONE'],
    limits: changing,
    audit: 'matter.created',
  }),
  matterDraft: call({
    method: 'GET',
    path: '/creditor/notarization/{id}/draft',
    who: 'user',
    needs: 'matters',
    summary: 'Returns the content of an application for editing, while it is a draft or must be corrected.',
    input: one,
    reply: MatterDraft,
    refusals: ['STATE_FORBIDS'],
  }),
  saveMatterDraft: call({
    method: 'PUT',
    path: '/creditor/notarization/{id}/draft',
    who: 'user',
    needs: 'matters',
    summary: 'Saves the application while it is a draft or must be corrected.',
    input: MatterDraft.extend({ id: z.uuid().toLowerCase(), wantsVideo: WantsVideo }),
    reply: nil,
    refusals: ['STATE_FORBIDS', 'UPLOAD_GONE'],
    limits: [{ per: 'login', times: 3_000, seconds: 3_600 }],
    audit: 'matter.saved',
  }),
  submitMatter: call({
    method: 'POST',
    path: '/creditor/notarization/{id}/submit',
    who: 'user',
    needs: 'matters',
    summary: 'Submits a draft, or a corrected application again.',
    input: one,
    reply: MatterSummary,
    refusals: ['STATE_FORBIDS', 'UPLOAD_GONE'],
    limits: changing,
    audit: 'matter.submitted',
  }),
  abandonMatter: call({
    method: 'POST',
    path: '/creditor/notarization/abandon/{id}',
    who: 'user',
    needs: 'matters',
    summary: 'Withdraws a matter. The fee is refunded by rule: in full, by half, or not at all.',
    input: z.strictObject({ ...one.shape, reason: Reason }),
    reply: z.strictObject({ feeReturn: MatterFeeReturn }),
    refusals: ['STATE_FORBIDS'],
    limits: changing,
    audit: 'matter.abandoned',
  }),
  notaryOffices: call({
    method: 'POST',
    path: '/creditor/notarization/admin',
    who: 'user',
    needs: 'matters',
    summary: 'Lists the notary offices and notaries to choose from.',
    input: nothing,
    reply: z.strictObject({ list: z.array(NotaryOffice) }),
    audit: null,
  }),
  matterInfo: call({
    method: 'GET',
    path: '/creditor/notarization/info/{id}',
    who: 'user',
    needs: 'matters',
    summary: 'Returns one matter in full: parties, steps, documents, journal.',
    input: one,
    reply: MatterDetail,
  }),
  sendSigningCode: call({
    method: 'POST',
    path: '/creditor/notarization/message',
    who: 'user',
    needs: 'matters',
    summary: "Sends a party the code to sign the matter's current documents. It is bound to their digests.",
    input: z.strictObject({ ...one.shape, partyId: z.uuid().toLowerCase() }),
    reply: Sent.extend({ documents: z.array(z.strictObject({ kind: MatterDocumentKind, sha256: z.string() })) }),
    refusals: [...sendingRefusals, 'STATE_FORBIDS'],
    limits: sending,
    audit: 'matter.code-sent',
  }),
  matterPdfs: call({
    method: 'POST',
    path: '/creditor/notarization/pdf',
    who: 'user',
    needs: 'matters',
    summary:
      'Returns the documents: application (write), acceptance (receipt), notice (inform), transcript (inquiry), instrument, deed.',
    input: one,
    reply: z.strictObject({
      write: MatterDocument.nullable(),
      receipt: MatterDocument.nullable(),
      inform: MatterDocument.nullable(),
      inquiry: MatterDocument.nullable(),
      instrument: MatterDocument.nullable(),
      /** The deed; null before it is issued. */
      deed: MatterDocument.nullable(),
    }),
    audit: null,
  }),
  matterFile: call({
    method: 'GET',
    path: '/creditor/notarization/{id}/document/{documentId}',
    who: 'user',
    needs: 'matters',
    summary: 'Downloads a document with the signatures it has so far.',
    input: z.strictObject({ ...one.shape, documentId: z.uuid().toLowerCase() }),
    produces: 'application/pdf',
    reply: bytes,
  }),
  matterMaterial: call({
    method: 'GET',
    path: '/creditor/notarization/{id}/material/{fileId}',
    who: 'user',
    needs: 'matters',
    summary: 'Downloads a file of the application.',
    input: z.strictObject({ ...one.shape, fileId: z.uuid().toLowerCase() }),
    produces: 'application/octet-stream',
    reply: bytes,
  }),
  sealImage: call({
    method: 'GET',
    path: '/creditor/notarization/seal/image',
    who: 'user',
    needs: 'matters',
    summary: "Returns the picture of the seal of a matter's office.",
    input: one,
    reply: z.strictObject({ imgUrl: z.string() }),
  }),
  sendPartyLink: call({
    method: 'POST',
    path: '/creditor/notarization/{id}/link',
    who: 'user',
    needs: 'matters',
    summary: 'Sends a party who has an open step the link to take part on the phone, by text message.',
    input: z.strictObject({ ...one.shape, partyId: z.uuid().toLowerCase() }),
    reply: nil,
    refusals: ['STATE_FORBIDS'],
    limits: [{ per: 'login', times: 40, seconds: 3_600 }],
    audit: 'matter.link-sent',
  }),
  signImage: call({
    method: 'POST',
    path: '/creditor/notarization/sign/image',
    who: 'user',
    needs: 'matters',
    summary: "Stores a party's handwritten signature as strokes with their timing.",
    input: z.strictObject({ ...one.shape, partyId: z.uuid().toLowerCase(), strokes: Strokes }),
    maxBytes: 600_000,
    reply: z.strictObject({ imageId: z.string(), imgUrl: z.string() }),
    refusals: ['STATE_FORBIDS'],
    limits: changing,
    audit: 'matter.handwriting-stored',
  }),
  signPdf: call({
    method: 'POST',
    path: '/creditor/notarization/sign/pdf',
    who: 'user',
    needs: 'matters',
    summary: "Signs a party's documents with handwriting and code. The signature goes into the PDF itself.",
    input: z.strictObject({
      ...one.shape,
      partyId: z.uuid().toLowerCase(),
      imageId: z.uuid().toLowerCase(),
      code: TextCode,
      /** Digests of the documents that the party read. */
      sha256: z
        .array(z.string().regex(/^[0-9a-f]{64}$/, 'sha256'))
        .min(1)
        .max(8),
    }),
    reply: MatterSummary,
    refusals: ['CODE_INVALID', 'STATE_FORBIDS'],
    limits: changing,
    audit: 'matter.signed',
  }),
  disputeMatter: call({
    method: 'POST',
    path: '/creditor/notarization/{id}/dispute',
    who: 'user',
    needs: 'matters',
    summary: 'Objects to a document instead of signing it; the notary decides.',
    input: z.strictObject({ ...one.shape, reason: Reason }),
    reply: MatterSummary,
    refusals: ['STATE_FORBIDS'],
    limits: changing,
    audit: 'matter.disputed',
  }),
  payMatter: call({
    method: 'POST',
    path: '/creditor/notarization/pay',
    who: 'user',
    needs: 'matters',
    summary: 'Pays the fee from a package or the balance, or places an order to pay at the cashier.',
    input: z.strictObject({ ...one.shape, way: z.enum(['funds', 'order']) }),
    reply: z.strictObject({
      /** Number of the order to pay; null if the fee is paid. */
      orderNo: z.string().nullable(),
    }),
    refusals: ['STATE_FORBIDS', 'BALANCE_SHORT', 'SPENDING_LIMIT', 'ORDERS_OPEN'],
    limits: changing,
    audit: 'matter.pay-begun',
  }),
  matterTemplate: call({
    method: 'GET',
    path: '/creditor/notarization/template',
    who: 'user',
    needs: 'matters',
    summary: 'Returns the form, the materials and the fee of a kind of matter, and the documents it includes.',
    input: z.strictObject({ kind: MatterKind }),
    reply: z.strictObject({
      kind: MatterKind,
      name: Words,
      fields: z.array(
        z.strictObject({
          name: z.string(),
          label: Words,
          input: z.enum(['text', 'long', 'cents', 'date']),
          isRequired: z.boolean(),
        }),
      ),
      materials: z.array(z.strictObject({ code: z.string(), label: Words, isRequired: z.boolean() })),
      feeCents: z.int(),
      /** Whether the platform offers sessions by video. */
      isVideoOffered: z.boolean(),
      documents: z.array(z.strictObject({ kind: MatterDocumentKind, name: Words })),
    }),
  }),
  matterSummary: call({
    method: 'GET',
    path: '/creditor/notarization/{id}',
    who: 'user',
    needs: 'matters',
    summary: 'Returns the summary of one matter.',
    input: one,
    reply: MatterSummary,
  }),
};
