import { z } from 'zod';
import { bytes, call } from '../call.ts';
import { MatterDocumentKind } from '../notarization/documents.ts';
import { Count } from '../shared/lists.ts';

const one = z.strictObject({ id: z.uuid().toLowerCase() });
const time = z.iso.datetime();

const bundleInput = z.strictObject({
  ...one.shape,
  /** Whether the file also has the recordings of video sessions, in the folder `recordings`. */
  recordings: z.enum(['with', 'without']).default('without'),
});

/** A matter's bundle; null until it is made, some seconds after the deed is issued. */
const BundleFacts = z.strictObject({
  bundle: z
    .strictObject({
      madeAt: time,
      /** Without recordings. */
      sizeBytes: Count,
      manifestSha256: z.string(),
      /** Recordings of video sessions that a download can include, and their size. */
      recordings: z.strictObject({ count: Count, sizeBytes: Count }),
    })
    .nullable(),
});

/** Records of the calls about issued deeds: the bundle of a matter, and the public facts of a deed. */
export const deedCalls = {
  publicDeed: call({
    method: 'GET',
    path: '/creditor/query/matter/{no}',
    who: 'public',
    summary:
      'Returns what the log proves about a deed by the number in its QR code: documents by their digests, never a party.',
    input: z.strictObject({ no: z.string().trim().toUpperCase().max(40) }),
    reply: z.strictObject({
      no: z.string(),
      /** Name of the office; null before the matter was accepted. */
      office: z.string().nullable(),
      /** Null before the deed is issued, and for a matter that ended without one. */
      deed: z
        .strictObject({
          /** RFC 8785 text of the statement (docs/formats/matter.md); its digest is in the log. */
          statement: z.string(),
          /** C2SP tlog-proof of the entry in the log; null until a checkpoint covers it. */
          proof: z.string().nullable(),
        })
        .nullable(),
      /** The current documents. */
      documents: z.array(
        z.strictObject({
          kind: MatterDocumentKind,
          version: Count,
          /** Digest before the first signature. */
          documentSha256: z.string(),
          drawnAt: time,
          /** Number of people who have signed it. */
          signatures: Count,
        }),
      ),
    }),
    limits: [{ per: 'address', times: 60, seconds: 600 }],
  }),
  matterBundleFacts: call({
    method: 'GET',
    path: '/creditor/notarization/{id}/bundle/facts',
    who: 'user',
    needs: 'matters',
    summary: "Says whether a matter's bundle is ready.",
    input: one,
    reply: BundleFacts,
  }),
  matterBundle: call({
    method: 'GET',
    path: '/creditor/notarization/{id}/bundle',
    who: 'user',
    needs: 'matters',
    summary:
      'Downloads the bundle of an issued matter: documents, journal and proofs, for `proofkeep verify`, with or without the recordings of video sessions.',
    input: bundleInput,
    produces: 'application/zip',
    reply: bytes,
    refusals: ['STATE_FORBIDS'],
    audit: 'matter.bundle-downloaded',
  }),
};

/** Records of the calls about the bundles of an office's matters, for its notaries. */
export const consoleDeedCalls = {
  officeBundleFacts: call({
    method: 'GET',
    path: '/creditor/console/matters/{id}/bundle/facts',
    who: 'notary',
    summary: "Says whether the bundle of an office's matter is ready.",
    input: one,
    reply: BundleFacts,
    isPolled: true,
  }),
  officeBundle: call({
    method: 'GET',
    path: '/creditor/console/matters/{id}/bundle',
    who: 'notary',
    summary: "Downloads the bundle of an office's matter, with or without the recordings of video sessions.",
    input: bundleInput,
    produces: 'application/zip',
    reply: bytes,
    refusals: ['STATE_FORBIDS'],
    audit: 'matter.bundle-downloaded',
  }),
};

/** Content of the QR code on every page of a matter's documents, below the public URL. */
export const publicMatterPath = (no: string): string => `/website-show/query?matter=${no}`;
