import type { Finding, Verdict } from '../report.ts';

/** Numbers of withheld parts, by kind. */
export interface Withheld {
  recordings: number;
  /** Pictures of identity cards. */
  pictures: number;
  /** Strokes of handwritten signatures. */
  handwriting: number;
  /** Words of consent. */
  consents: number;
  /** Network addresses and browsers. */
  origins: number;
}

/** Who made one signature of a document. */
export interface MatterSigner {
  /** Kind of the document. */
  document: string;
  name: string;
  /** As recorded in the journal. */
  role: 'party' | 'notary' | 'office';
  /** Where a party signed; like the next field, null for notary and office. */
  via: 'phone' | 'desk' | null;
  /** Time of a party's signature in the journal. */
  signedAt: string | null;
  /** Time of the timestamp in the file. */
  stampedAt: string;
  /** Subject of the X.509 certificate, and its SHA-256. */
  certificate: string;
  certificateSha256: string;
  /** Digest of a party's strokes, and whether the bundle has them. */
  handwritingSha256: string | null;
  hasHandwriting: boolean;
}

/** The result of verifying the bundle of a notarization matter. */
export interface MatterReport {
  verdict: Verdict;
  findings: Finding[];
  /** From the sealed manifest and the deed's statement; null when they could not be read. */
  matter: {
    no: string;
    deedNo: string;
    office: string;
    issuedAt: string;
    documents: { kind: string; version: number; sha256: string }[];
    entries: number;
    /** Signatures in the documents, in order. */
    signers: MatterSigner[];
    /** Evidence that the journal names by its digest and that the office keeps instead of the bundle. */
    withheld: Withheld;
    manifestSha256: string;
    stampedAt: string | null;
    logIndex: number | null;
  } | null;
}
