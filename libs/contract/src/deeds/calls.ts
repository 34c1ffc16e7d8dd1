import { z } from 'zod';
import { bytes, call } from '../call.ts';
import { MatterDocumentKind } from '../notarization/documents.ts';
import { Count } from '../shared/lists.ts';

const one = z.strictObject({ id: z.uuid().toLowerCase() });
const time = z.iso.datetime();

/** Records of the calls about issued deeds: the bundle of a matter, and what anyone may know about a deed. */
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
      /** The documents that count now. */
      documents: z.array(
        z.strictObject({
          kind: MatterDocumentKind,
          version: Count,
          /** Digest before the first signature. */
          documentSha256: z.string(),
          drawnAt: time,
          /** How many people have signed it. */
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
    reply: z.strictObject({
      /** Null until the bundle is made, some seconds after the deed is issued. */
      bundle: z.strictObject({ madeAt: time, sizeBytes: Count, manifestSha256: z.string() }).nullable(),
    }),
  }),
  matterBundle: call({
    method: 'GET',
    path: '/creditor/notarization/{id}/bundle',
    who: 'user',
    needs: 'matters',
    summary:
      'Downloads the bundle of an issued matter: documents, journal and proofs, for `proofkeep verify`. Recordings stay with the office.',
    input: one,
    produces: 'application/zip',
    reply: bytes,
    refusals: ['STATE_FORBIDS'],
  }),
};

/** Content of the QR code on every page of a matter's documents, below the public URL. */
export const publicMatterPath = (no: string): string => `/website-show/query?matter=${no}`;
