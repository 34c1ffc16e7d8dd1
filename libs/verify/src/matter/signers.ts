import { toHex } from '@proofkeep/bundle';
import type { Certificate, PdfRevision } from '@proofkeep/pki';
import { problem } from '../details.ts';
import type { MatterContext } from './context.ts';
import { isNotarys, requireSeal } from './notary-certificate.ts';
import { type MatterRecord, personOf, type RecordedSignature } from './record.ts';

type Stated = NonNullable<MatterContext['deed']>['statement']['documents'][number];

/** Signer of one revision of a document, by the journal. */
export interface ExpectedSigner {
  role: 'party' | 'notary' | 'office';
  name: string;
  /** Null for notary and office. */
  signature: RecordedSignature | null;
}

interface PartySigner extends ExpectedSigner {
  signature: RecordedSignature;
}

/** One revision of a document, and its signer by the journal. */
export interface ExpectedRevision {
  revision: PdfRevision;
  expected: ExpectedSigner;
}

/**
 * Returns the expected signer of each revision: every party who has to sign the document's newest version signs once,
 * then the notary on a deed, and the office last. @throws Problem if journal and file disagree
 */
export function expectedSigners(
  { parties, drawn, signatures, issue, acceptedBy }: MatterRecord,
  stated: Stated,
  revisions: readonly PdfRevision[],
): ExpectedRevision[] {
  const { kind, version, documentSha256, sealedBy } = stated;
  const newest = drawn.get(kind);
  if (!newest || newest.version !== version || newest.sha256 !== documentSha256)
    throw problem('document-version', { found: version, expected: newest?.version ?? 0 });
  const office = kind === 'receipt' ? acceptedBy : issue.office;
  if (sealedBy !== office) throw problem('document-unsealed', { office });
  const isOfThis = ({ documents }: RecordedSignature) => documents.some((one) => one.sha256 === documentSha256);
  const open = newest.signers.map((partyId) => {
    const party = parties.find((one) => one.partyId === partyId);
    if (!party) throw problem('signer-stranger', { who: partyId });
    const signature = signatures.find((one) => one.partyId === partyId && isOfThis(one) && one.seq > newest.seq);
    const isEarlier = signatures.some((one) => one.partyId === partyId && one.documents.some((of) => of.kind === kind));
    if (!signature) throw problem(isEarlier ? 'signer-earlier' : 'signer-missing', { who: personOf(party) });
    return { role: 'party' as const, name: personOf(party), signature };
  });
  open.sort(bySigning);
  const stranger = signatures.find((one) => isOfThis(one) && !newest.signers.includes(one.partyId));
  if (stranger) throw problem('signer-stranger', { who: stranger.signer });
  const closing: ExpectedSigner[] = [
    ...(kind === 'deed' ? [{ role: 'notary' as const, name: issue.notary.name, signature: null }] : []),
    { role: 'office', name: office, signature: null },
  ];
  const found = revisions.slice(0, revisions.length - closing.length);
  if (found.length !== open.length || revisions.length < closing.length)
    throw problem('document-unsigned', { found: Math.max(0, found.length), expected: open.length });
  const byParties = found.map(({ signerName, reason }): ExpectedSigner => {
    const at = open.findIndex(({ name }) => name === signerName);
    const [one] = at < 0 ? [] : open.splice(at, 1);
    if (!one) throw problem('signer-other', { who: signerName });
    if (!reason.includes(documentSha256.slice(0, 16))) throw problem('signer-earlier', { who: signerName });
    return one;
  });
  const signers = [...byParties, ...closing];
  return revisions.map((revision, at) => {
    const expected = signers[at];
    if (expected?.name !== revision.signerName) throw problem('signer-other', { who: revision.signerName });
    return { revision, expected };
  });
}

/** The order in which signatures are put into a file; only this distinguishes two parties with the same name. */
const bySigning = ({ signature: one }: PartySigner, { signature: other }: PartySigner): number =>
  Date.parse(one.at) - Date.parse(other.at) || (one.partyId < other.partyId ? -1 : 1);

/**
 * Checks certificate and time of one signature against the journal: the notary's certificate names them, their licence
 * and their office; every other signature is by the installation's seal; and no signature is in the file before the
 * person made it. @throws Problem signer-certificate; seal-personal; signer-early
 */
export function requireRecordedSignature(
  { sha256 }: Pick<MatterContext, 'sha256'>,
  { role, name, signature }: ExpectedSigner,
  { issue }: MatterRecord,
  { certificate, at }: { certificate: Certificate; at: Date },
): void {
  if (role === 'notary') {
    const isNamed = toHex(sha256(certificate.raw)) === issue.notary.certificateSha256;
    if (!isNamed || !isNotarys(certificate, issue)) throw problem('signer-certificate', { who: name });
  } else requireSeal(certificate);
  if (signature && at.getTime() < Date.parse(signature.at) - toleranceMs) throw problem('signer-early', { who: name });
}

const toleranceMs = 5 * 60_000;

/** Every party of the matter must have signed at least one of its documents. @throws Problem signer-missing */
export function requireAllSigned({ parties, signatures, drawn }: MatterRecord): void {
  const current = new Set([...drawn.values()].map(({ sha256 }) => sha256));
  const silent = parties.find(
    ({ partyId }) =>
      !signatures.some((one) => one.partyId === partyId && one.documents.some((of) => current.has(of.sha256))),
  );
  if (silent) throw problem('signer-missing', { who: personOf(silent) });
}
