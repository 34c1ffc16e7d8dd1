import {
  AcceptDetail,
  DrawDetail,
  IssueDetail,
  type JournalEntry,
  type RecordedParty,
  SignDetail,
} from '@proofkeep/bundle';
import { problem } from '../details.ts';

/** A version of a document as the journal has it. */
export interface DrawnDocument {
  kind: string;
  version: number;
  sha256: string;
  signers: string[];
  /** Entry by which it was drawn. */
  seq: number;
}

/** A party's signature as the journal has it. */
export interface RecordedSignature extends SignDetail {
  seq: number;
  at: string;
}

/** Parties, documents, signatures and issue of a matter, as its journal has them. */
export interface MatterRecord {
  parties: RecordedParty[];
  /** The office's name when the matter was accepted, and when the deed was issued. */
  acceptedBy: string;
  /** Newest version of each kind. */
  drawn: Map<string, DrawnDocument>;
  signatures: RecordedSignature[];
  issue: IssueDetail & { at: string };
}

/** The name of the person who signs for a party. */
export const personOf = ({ name, representative }: RecordedParty): string => representative ?? name;

/** Reads the journal of a bundle of version 2. @throws Problem journal-incomplete; journal-states */
export function recordOf(entries: readonly JournalEntry[]): MatterRecord {
  requireStates(entries);
  const accepted = AcceptDetail.safeParse(entries.findLast(({ event }) => event === 'accept')?.detail);
  const issued = entries.findLast(({ event }) => event === 'issue');
  const issue = IssueDetail.safeParse(issued?.detail);
  if (!accepted.success) throw problem('journal-incomplete', { event: 'accept' });
  if (!issue.success || !issued) throw problem('journal-incomplete', { event: 'issue' });
  const signatures = entries.flatMap(({ event, seq, at, detail }) => {
    if (event !== 'documents-signed') return [];
    const signed = SignDetail.safeParse(detail);
    if (!signed.success) throw problem('journal-incomplete', { event });
    return [{ ...signed.data, seq, at }];
  });
  const { parties, office: acceptedBy } = accepted.data;
  return { parties, acceptedBy, drawn: drawnIn(entries), signatures, issue: { ...issue.data, at: issued.at } };
}

function drawnIn(entries: readonly JournalEntry[]): Map<string, DrawnDocument> {
  const drawn = new Map<string, DrawnDocument>();
  for (const { actor, detail, seq } of entries) {
    const found = actor.role === 'notary' ? DrawDetail.safeParse(detail) : null;
    for (const document of found?.data?.documents ?? []) drawn.set(document.kind, { ...document, seq });
  }
  return drawn;
}

/** Each change of state starts where the one before ended, from the draft to the issued deed. @throws Problem journal-states */
function requireStates(entries: readonly JournalEntry[]): void {
  let state = 'draft';
  for (const { detail, seq } of entries) {
    if (typeof detail.from !== 'string' || typeof detail.to !== 'string') continue;
    if (detail.from !== state) throw problem('journal-states', { entry: seq });
    state = detail.to;
  }
  if (state !== 'issued') throw problem('journal-open', { state });
}
