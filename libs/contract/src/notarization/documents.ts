import { z } from 'zod';
import { Count } from '../shared/lists.ts';
import type { Word } from '../shared/words.ts';
import { stateTable } from '../state-table.ts';
import { isMatterOver, type MatterState } from './states.ts';

/**
 * Documents of a matter, with the specification's names: application (write), acceptance (receipt), notice (inform),
 * transcript (inquiry); the instrument that the deed certifies, such as a declaration; and the deed.
 */
export const MatterDocumentKind = z.enum(['write', 'receipt', 'inform', 'inquiry', 'instrument', 'deed']);
export type MatterDocumentKind = z.infer<typeof MatterDocumentKind>;

/** Words for the documents. */
export const matterDocumentWords: Record<MatterDocumentKind, Word> = {
  write: ['公证申请表', 'Application'],
  receipt: ['受理通知书', 'Acceptance notice'],
  inform: ['公证告知书', 'Notice of rights and duties'],
  inquiry: ['询问笔录', 'Transcript'],
  instrument: ['法律文书', 'Instrument'],
  deed: ['公证书', 'Notarial deed'],
};

/**
 * Documents that people sign: the application by the applicant's side, the instrument as defined by its kind, the
 * others by all parties.
 */
export const signedDocumentKinds = ['write', 'inform', 'inquiry', 'instrument'] as const;

/** Life cycle of one version of a document. Its digest is fixed when it is drawn, and everyone signs that digest. */
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

/** Words for the states of a document in a matter that goes on; pages use `matterDocumentStateWord`. */
export const matterDocumentStateWords: Record<MatterDocumentState, Word> = {
  frozen: ['待签署', 'To be signed'],
  sealed: ['已盖章', 'Sealed'],
  void: ['已作废', 'Void'],
};

/**
 * Returns the word for the state of a document. Once everyone has signed, a document waits for the office's seal; one
 * that isn't sealed when the matter ends is not completed.
 */
export function matterDocumentStateWord(state: MatterDocumentState, matter: MatterState): Word {
  if (state !== 'frozen') return matterDocumentStateWords[state];
  if (isMatterOver(matter)) return ['未完成', 'Not completed'];
  return matter === 'sealing' ? ['已签署，待盖章', 'Signed, to be sealed'] : matterDocumentStateWords.frozen;
}

const time = z.iso.datetime();
/** One person's signature on a document. */
export const MatterSignature = z.strictObject({ partyId: z.string(), name: z.string(), signedAt: time });

/** A version of a document. */
export const MatterDocument = z.strictObject({
  id: z.string(),
  kind: MatterDocumentKind,
  version: Count,
  state: MatterDocumentState,
  /** SHA-256 of the document before the first signature, lower-case hex: everyone signs this digest. */
  sha256: z.string(),
  drawnAt: time,
  signatures: z.array(MatterSignature),
});
export type MatterDocument = z.infer<typeof MatterDocument>;
