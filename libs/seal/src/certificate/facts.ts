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
  /** Set if a second record from another place was requested. */
  second?: SecondFacts;
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

/** The two places, and the outcome of the comparison of both records or the reason why there is no second one. */
export interface SecondFacts {
  /** Values of the first and the second record, as stated; null where there is none. */
  places: readonly [string | null, string | null];
  /** When the second record began; null without one. */
  startedAt: Date | null;
  /** One sentence each. */
  findings: readonly Label[];
}

/**
 * Facts stated by a product page; `images` counts the product's images and those whose bytes are in the network record.
 */
export interface ProductFacts {
  fields: readonly ProductField[];
  images: { count: number; captured: number };
}

/** Facts on the certificate of uploaded files or of stated digests. */
export interface FilesFacts extends CommonFacts {
  kind: 'files' | 'digests';
  examinedAt: Date;
  /** Total size of all files; null if the size of any file was not stated. */
  bytes: number | null;
  files: readonly ListedFile[];
}

/** Facts on the certificate of a device's recording. */
export interface DeviceFacts extends CommonFacts {
  kind: 'device';
  examinedAt: Date;
  /** Total size of all contents. */
  bytes: number;
  device: DeviceManifest['device'];
  /** Gaps of the recording, one sentence each. */
  gaps: readonly Label[];
  /** Signed segments; `content`: whether the bundle has the content. */
  segments: readonly (Pick<SegmentHeader, 'n' | 'startedAt' | 'endedAt' | 'sha256' | 'size'> & {
    hasContent: boolean;
  })[];
  /** Number of positions stated by the device. */
  positions: number;
}

interface CommonFacts {
  /** Last entry of the bundle's custody record. */
  custody?: CertificateData['custody'];
  ano: string;
  title: string;
  /** Applicant and operator. */
  submitter: SubmitterFact[];
  manifestSha256: string;
  manifestSm3: string;
  /** The installation's own token first, then the tokens of outside authorities. */
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
  /** Null if the mark alone is the statement. */
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
