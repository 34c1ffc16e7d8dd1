import type {
  CertificateData,
  DeclinedAuthority,
  DeviceManifest,
  ListedFile,
  ProductField,
  SegmentHeader,
} from '@proofkeep/bundle';
import type { Label } from './paper.ts';

/** Everything that a certificate states. All fields are printed; none is derived from another. */
export type CertificateFacts = PageFacts | FilesFacts | DeviceFacts;

/** Facts on the certificate of a captured page or a live session. */
export interface PageFacts extends CommonFacts {
  kind: 'page' | 'ecommerce' | 'live';
  /** Product facts stated by the page; null unless they were requested and read. */
  product: ProductFacts | null;
  /** Set for a live session. */
  recording?: {
    startedAt: Date;
    endedAt: Date;
    device: string;
    frames: number;
    events: number;
    chunks: number;
    /** Head of the chain of chunks, hex. */
    head: string;
    downloads: number;
    snapshots: number;
    pages: { url: string; title: string }[];
    /** Omissions of the record, one sentence each. */
    notes: readonly Label[];
  };
  requestedUrl: string;
  finalUrl: string;
  startedAt: Date;
  endedAt: Date;
  /** `partial`: part of the requested content is missing; `lacking` lists it. */
  state: 'complete' | 'partial';
  /** Steps cut short, limits reached, blocking pages, incomplete resources; each with its reason. */
  lacking: { what: string; why: Label }[];
  /** Changes that the capture made to the page, one sentence each. */
  alterations: readonly Label[];
  /** The browser rejected an X.509 certificate, and the capture continued as requested. */
  isTlsOverridden: boolean;
  server: {
    status: number | null;
    address: string | null;
    protocol: string | null;
    /** Date header of the response; null if absent. */
    date: Date | null;
    /** Subject and issuer of the site's X.509 certificate with the browser's verdict; null for plain HTTP. */
    tls: { subject: string; issuer: string; protocol: string; verdict: string } | null;
    redirects: { url: string; status: number }[];
  };
  environment: { label: EnvironmentLabel; value: string }[];
  /** The preserved files in manifest order; `sha256` in lower-case hex, `size` in bytes. */
  objects: { path: string; size: number; sha256: string }[];
  /** PNG or JPEG; drawn beside the facts. */
  thumbnail: Uint8Array;
}

/** Facts stated by a product page; `images` counts the product's images and how many have their bytes in the network record. */
export interface ProductFacts {
  fields: readonly ProductField[];
  images: { count: number; captured: number };
}

/** Facts on the certificate of uploaded files, or of digests alone. */
export interface FilesFacts extends CommonFacts {
  kind: 'files' | 'digests';
  examinedAt: Date;
  /** Bytes of all files together; null if the size of one was not stated. */
  bytes: number | null;
  files: readonly ListedFile[];
}

/** Facts on the certificate of a device's recording. */
export interface DeviceFacts extends CommonFacts {
  kind: 'device';
  examinedAt: Date;
  /** Bytes of all contents together. */
  bytes: number;
  device: DeviceManifest['device'];
  /** Gaps of the recording, one sentence each. */
  gaps: readonly Label[];
  /** Segments as they were signed; content: whether the bundle has it. */
  segments: readonly (Pick<SegmentHeader, 'n' | 'startedAt' | 'endedAt' | 'sha256' | 'size'> & {
    hasContent: boolean;
  })[];
  /** How many positions the device stated. */
  positions: number;
}

interface CommonFacts {
  /** End of the custody record in the bundle. */
  custody?: CertificateData['custody'];
  ano: string;
  title: string;
  /** Applicant and operator. */
  submitter: SubmitterFact[];
  manifestSha256: string;
  manifestSm3: string;
  /** First the installation's own token, then tokens of outside authorities. */
  timestamps: { at: Date; authority: string; serial: string; own: boolean }[];
  /** Clock offset of the installation's authority from time servers, in both languages. */
  clock: string;
  /** Outside authorities that gave no timestamp. */
  refusals: readonly DeclinedAuthority[];
  log: { origin: string; index: number; size: number; root: string };
  sealedBy: string;
  /** Content of the QR code. */
  qr: string;
}

/** A name or number of applicant or operator, with its certification mark and notes. */
export interface SubmitterFact {
  label: Label;
  /** Null when the mark is the whole statement. */
  value: string | null;
  mark: Label | null;
  /** The name isn't certified; printed as a warning. */
  isUncertified: boolean;
  notes: readonly Label[];
}

/** Facts about the capture environment; the certificate has a label for each. */
export type EnvironmentLabel =
  | 'tool'
  | 'browser'
  | 'browserSha256'
  | 'userAgent'
  | 'operatingSystem'
  | 'isolation'
  | 'profile'
  | 'extensions'
  | 'locale'
  | 'viewport'
  | 'resolvers'
  | 'openedDestinations'
  | 'fixedNames'
  | 'trustedKeys'
  | 'clock';
