import { z } from 'zod';
import { Count } from '../shared/lists.ts';
import type { Word } from '../shared/words.ts';
import { stateTable } from '../state-table.ts';

/**
 * Documents of a matter, by the names of the specification: application (write), acceptance (receipt), notice (inform),
 * transcript (inquiry); and the deed.
 */
export const matterDocumentKinds = ['write', 'receipt', 'inform', 'inquiry', 'deed'] as const;
/** Kind of a document. */
export const MatterDocumentKind = z.enum(matterDocumentKinds);
export type MatterDocumentKind = z.infer<typeof MatterDocumentKind>;

/** Words for the documents. */
export const matterDocumentWords: Record<MatterDocumentKind, Word> = {
  write: ['公证申请表', 'Application'],
  receipt: ['受理通知书', 'Acceptance notice'],
  inform: ['公证告知书', 'Notice of rights and duties'],
  inquiry: ['询问笔录', 'Transcript'],
  deed: ['公证书', 'Notarial deed'],
};

/** Documents that people sign: the application by the applicant's side, the others by everybody. */
export const signedDocumentKinds = ['write', 'inform', 'inquiry'] as const;

/** Life cycle of one version of a document. Its digest is fixed when it is drawn, and everybody signs that digest. */
export const matterDocumentStateTable = stateTable({
  states: ['frozen', 'sealed', 'void'],
  initial: ['frozen', 'sealed'],
  rows: [
    { from: 'frozen', event: 'seal', to: 'sealed', who: 'notary', because: 'the deed is issued with it' },
    { from: 'frozen', event: 'replace', to: 'void', who: 'notary', because: 'a new version takes its place' },
  ],
});
/** States of a document. */
export const MatterDocumentState = z.enum(['frozen', 'sealed', 'void']);
export type MatterDocumentState = z.infer<typeof MatterDocumentState>;

/** Words for the states of a document. */
export const matterDocumentStateWords: Record<MatterDocumentState, Word> = {
  frozen: ['待签署', 'To be signed'],
  sealed: ['已盖章', 'Sealed'],
  void: ['已作废', 'Void'],
};

/** Size of the signature pad's coordinates: strokes are stored in its units, whatever the screen. */
export const padSize = { width: 1000, height: 400 } as const;
/** Limits of a handwritten signature. A picture of fewer points, or drawn in less time, is no signature. */
export const handwritingLimits = {
  strokes: 100,
  points: 6_000,
  fewestPoints: 15,
  leastMs: 400,
  leastInk: 300,
} as const;

/** One point of a stroke: place on the pad, milliseconds since the first point, pressure from 0 to 1. */
export const PadPoint = z.strictObject({
  x: z.number().min(0).max(padSize.width),
  y: z.number().min(0).max(padSize.height),
  t: z.int().min(0).max(600_000),
  p: z.number().min(0).max(1).default(0.5),
});
/** A handwritten signature as its strokes. It is evidence of intent and no biometric proof. */
export const Strokes = z.array(z.array(PadPoint).min(1).max(2_000)).min(1).max(handwritingLimits.strokes);
export type Strokes = z.infer<typeof Strokes>;

/** Returns what is wrong with a handwritten signature; null if it is one. */
export function handwritingProblem(strokes: Strokes): 'many' | 'few' | 'quick' | 'small' | null {
  const points = strokes.flat();
  if (points.length > handwritingLimits.points) return 'many';
  if (points.length < handwritingLimits.fewestPoints) return 'few';
  const times = points.map(({ t }) => t);
  if (Math.max(...times) - Math.min(...times) < handwritingLimits.leastMs) return 'quick';
  return inkOf(strokes) < handwritingLimits.leastInk ? 'small' : null;
}

/** Length of all lines, in units of the pad. */
const inkOf = (strokes: Strokes): number =>
  strokes.reduce(
    (sum, stroke) =>
      sum +
      stroke.slice(1).reduce((length, point, at) => {
        const from = stroke[at] ?? point;
        return length + Math.hypot(point.x - from.x, point.y - from.y);
      }, 0),
    0,
  );

const time = z.iso.datetime();
/** One person's signature on a document. */
export const MatterSignature = z.strictObject({ partyId: z.string(), name: z.string(), signedAt: time });

/** A version of a document. */
export const MatterDocument = z.strictObject({
  id: z.string(),
  kind: MatterDocumentKind,
  version: Count,
  state: MatterDocumentState,
  /** SHA-256 of the document before the first signature, lower-case hex: everybody signs this digest. */
  sha256: z.string(),
  drawnAt: time,
  signatures: z.array(MatterSignature),
});
export type MatterDocument = z.infer<typeof MatterDocument>;
