import {
  AcceptDetail,
  DrawDetail,
  IssueDetail,
  type JournalEntry,
  type RecordedParty,
  SignDetail,
} from '@proofkeep/bundle';
import { matterStateTable } from '@proofkeep/contract';
import { problem } from '../details.ts';

/** A version of a document as recorded in the journal. */
export interface DrawnDocument {
  kind: string;
  version: number;
  sha256: string;
  signers: string[];
  /** Number of the entry that records the document's creation. */
  seq: number;
}

/** A party's signature as recorded in the journal. */
export interface RecordedSignature extends SignDetail {
  seq: number;
  at: string;
}

/** Parties, documents, signatures and issue of a matter, as recorded in its journal. */
export interface MatterRecord {
  parties: RecordedParty[];
  /** The office's name when the matter was accepted. */
  acceptedBy: string;
  /** SHA-256 of the drawing of its seal then; null in journals of earlier versions. */
  acceptanceSealSha256: string | null;
  /** Newest version of each kind. */
  drawn: Map<string, DrawnDocument>;
  signatures: RecordedSignature[];
  issue: IssueDetail & { at: string };
}

/** The name of the person who signs for a party. */
export const personOf = ({ name, representative }: RecordedParty): string => representative ?? name;

/** How the journal names the signer of a party. */
const signerOf = ({ name, representative }: RecordedParty): string =>
  representative ? `${representative}（${name}）` : name;

/** Reads the journal of a matter. @throws Problem journal-incomplete; journal-twice; journal-actor; journal-states; journal-open */
export function recordOf(entries: readonly JournalEntry[]): MatterRecord {
  requireStates(entries);
  const accepted = AcceptDetail.safeParse(notarysOnly(entries, 'accept').detail);
  const issued = notarysOnly(entries, 'issue');
  const issue = IssueDetail.safeParse(issued.detail);
  if (!accepted.success) throw problem('journal-incomplete', { event: 'accept' });
  if (!issue.success) throw problem('journal-incomplete', { event: 'issue' });
  const { parties, office: acceptedBy, seals } = accepted.data;
  const acceptanceSealSha256 = seals?.office ?? null;
  const signatures = signaturesIn(entries, parties);
  return {
    parties,
    acceptedBy,
    acceptanceSealSha256,
    drawn: drawnIn(entries),
    signatures,
    issue: { ...issue.data, at: issued.at },
  };
}

/** The only entry with this event, which a notary must have made. */
function notarysOnly(entries: readonly JournalEntry[], event: string): JournalEntry {
  const [entry, second] = entries.filter((one) => one.event === event);
  if (!entry) throw problem('journal-incomplete', { event });
  if (second) throw problem('journal-twice', { entry: second.seq, event });
  if (entry.actor.role !== 'notary') throw problem('journal-actor', { entry: entry.seq });
  return entry;
}

/**
 * Each party signs in person; a counterparty never in the applicant's session. The check of the documents finds signers
 * who are no party.
 */
function signaturesIn(entries: readonly JournalEntry[], parties: readonly RecordedParty[]): RecordedSignature[] {
  return entries.flatMap(({ event, seq, at, actor, detail }) => {
    if (event !== 'documents-signed') return [];
    const { data: signed } = SignDetail.safeParse(detail);
    if (!signed) throw problem('journal-incomplete', { event });
    const party = parties.find(({ partyId }) => partyId === signed.partyId);
    const isTheirs = actor.role === 'party' && actor.id === signed.partyId;
    const isNamed = !party || (actor.name === personOf(party) && signed.signer === signerOf(party));
    const isAtOwnDesk = signed.via !== 'desk' || party?.role !== 'counterparty';
    if (!isTheirs || !isNamed || !isAtOwnDesk) throw problem('journal-actor', { entry: seq });
    return [{ ...signed, seq, at }];
  });
}

function drawnIn(entries: readonly JournalEntry[]): Map<string, DrawnDocument> {
  const drawn = new Map<string, DrawnDocument>();
  for (const { actor, event, detail, seq } of entries) {
    const { documents } = detail;
    if (actor.role !== 'notary' || documents === undefined || isEmpty(documents)) continue;
    const found = DrawDetail.safeParse(detail);
    if (!found.success) throw problem('journal-incomplete', { event });
    for (const document of found.data.documents) drawn.set(document.kind, { ...document, seq });
  }
  return drawn;
}

const isEmpty = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

const stateEvents: ReadonlySet<string> = new Set(matterStateTable.rows.map(({ event }) => event));

/**
 * Each change of state starts from the state in which the previous one ended, from the draft to the issued deed; an
 * event that changes the state always says so. @throws Problem journal-states; journal-open
 */
function requireStates(entries: readonly JournalEntry[]): void {
  let state = 'draft';
  for (const { event, detail, seq } of entries) {
    const { from, to } = detail;
    const isChange = typeof from === 'string' && typeof to === 'string';
    if (!isChange && !stateEvents.has(event)) continue;
    if (!isChange || from !== state) throw problem('journal-states', { entry: seq });
    state = to;
  }
  if (state !== 'issued') throw problem('journal-open', { state });
}
