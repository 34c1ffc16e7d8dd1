import { z } from 'zod';
import { bytes, call, nil } from '../call.ts';
import { Count } from '../shared/lists.ts';
import { WrittenAnswer } from './party-matter.ts';

const one = z.strictObject({ id: z.uuid().toLowerCase() });
const time = z.iso.datetime();

/** Kinds of files that identify a party. */
export const PartyFileKind = z.enum(['card-front', 'card-back', 'live-video', 'objective-video']);
export type PartyFileKind = z.infer<typeof PartyFileKind>;

/** A picture or recording of a party. */
export const PartyFile = z.strictObject({
  id: z.string(),
  kind: PartyFileKind,
  mediaType: z.string(),
  sizeBytes: Count,
  sha256: z.string(),
  sentAt: time,
  /** Sent with the latest submission of its step; earlier ones are kept for comparison. */
  isCurrent: z.boolean(),
  /**
   * For recordings: the challenge's digits, when each was shown, and how long after the last one the recording arrived.
   * `claimsLive`: the page claims to have recorded at the same time, which can't be verified; otherwise it was uploaded
   * as a file and deserves a closer look.
   */
  challenge: z
    .strictObject({
      digits: z.string(),
      shownAt: z.array(time),
      secondsToArrival: z.int(),
      claimsLive: z.boolean(),
    })
    .nullable(),
  /** When a notary had played it to the end; null for pictures and if not yet played. */
  playedAt: time.nullable(),
});
export type PartyFile = z.infer<typeof PartyFile>;

/** Evidence of one party's identity and free will, for the office's review. */
export const PartyEvidence = z.strictObject({
  partyId: z.string(),
  name: z.string(),
  /** Data of the card, as checked by the party; null until then. */
  card: z
    .strictObject({
      name: z.string(),
      idNumber: z.string(),
      validFrom: z.iso.date(),
      validUntil: z.iso.date().nullable(),
      /** Fields that differ from the application. */
      differs: z.array(z.enum(['name', 'idNumber'])),
    })
    .nullable(),
  files: z.array(PartyFile),
  answers: z.array(WrittenAnswer),
});
export type PartyEvidence = z.infer<typeof PartyEvidence>;

/** Records of the calls by which a notary reviews the parties of a matter. */
export const consolePhoneSigningCalls = {
  partyEvidence: call({
    method: 'GET',
    path: '/creditor/console/matters/{id}/evidence',
    who: 'notary',
    summary: 'Returns the evidence that identified each party of a matter on the phone, and their answers.',
    input: one,
    reply: z.strictObject({ parties: z.array(PartyEvidence) }),
    audit: 'matter.identity-seen',
  }),
  partyEvidenceFile: call({
    method: 'GET',
    path: '/creditor/console/matters/{id}/evidence/{fileId}',
    who: 'notary',
    summary: 'Returns a picture or recording of a party.',
    input: z.strictObject({ ...one.shape, fileId: z.uuid().toLowerCase() }),
    produces: 'application/octet-stream',
    reply: bytes,
    audit: 'matter.identity-seen',
  }),
  recordPlayback: call({
    method: 'POST',
    path: '/creditor/console/matters/{id}/evidence/{fileId}/played',
    who: 'notary',
    summary: 'Records that the notary played a recording to its end.',
    input: z.strictObject({ ...one.shape, fileId: z.uuid().toLowerCase() }),
    reply: nil,
    refusals: ['STATE_FORBIDS'],
    limits: [{ per: 'login', times: 600, seconds: 3_600 }],
    audit: 'matter.video-played',
  }),
};
