import { z } from 'zod';
import {
  Alteration,
  Block,
  blockKinds,
  CaptureEnvironment,
  Missing,
  PageFacts,
  StepOutcome,
} from '../capture/capture.ts';
import { Failure } from '../capture/failures.ts';
import { captureLocales, captureTimezones } from '../capture/job.ts';
import { Cents, ChargeState, type Service } from '../money/money.ts';
import { Message } from '../shared/sentences.ts';
import { SubmittedFile } from './files.ts';
import { SecondRecord } from './second-record.ts';
import { AttestationState, ProofRung, WorkStep } from './states.ts';
import { Applicant, Operator } from './submitter.ts';

const time = z.iso.datetime();

/**
 * Kinds of preserved content: a captured page, a captured product page, a live session, uploaded files, digests of files that
 * stay with the user, or a recording of an enforcer device.
 */
export const attestationKinds = ['page', 'ecommerce', 'files', 'digests', 'live', 'device'] as const;
/** Kind of an attestation. */
export const AttestationKind = z.enum(attestationKinds);
export type AttestationKind = z.infer<typeof AttestationKind>;

/** Kinds captured by a browser. */
export const capturedKinds = ['page', 'ecommerce', 'live'] as const;
/** Whether evidence of a kind is captured by a browser of the service, in contrast to submitted evidence. */
export const isCapturedKind = (kind: AttestationKind): kind is (typeof capturedKinds)[number] =>
  capturedKinds.some((captured) => captured === kind);

/** The service that each kind is charged as: per page, file, digest or minute. */
export const serviceOf: Record<AttestationKind, Service> = {
  page: 'page',
  ecommerce: 'ecommerce',
  files: 'file',
  digests: 'hash',
  live: 'session-minute',
  device: 'device-minute',
};

/** Cost of an attestation: held when it is ordered, charged when it is confirmed, released when it fails or is discarded. */
export const AttestationCost = z.strictObject({
  state: ChargeState,
  /** Taken from the balance; for a released cost, the amount it would have been. */
  amountCents: Cents,
  /** Units taken from packages. */
  packageUnits: z.int(),
});
export type AttestationCost = z.infer<typeof AttestationCost>;

/** One attestation in a list. */
export const AttestationSummary = z.strictObject({
  ano: z.string(),
  kind: AttestationKind,
  /** Empty for anything but a page. */
  url: z.string(),
  /** Number of files, digests or segments; null for a page. */
  fileCount: z.int().nullable(),
  /** The holder's name for it, otherwise the page's title. */
  name: z.string(),
  remark: z.string(),
  labels: z.array(z.string()),
  state: AttestationState,
  /** The newest rung reached; null before anything was received. */
  rung: ProofRung.nullable(),
  /** The current step of a running capture. */
  step: WorkStep.nullable(),
  /** False if something is missing, as listed in the detail; null before the capture. */
  isComplete: z.boolean().nullable(),
  /** A sign that the capture may show the wrong page; null if there is none, or before the capture. */
  warning: z.enum(blockKinds).nullable(),
  failure: Failure.nullable(),
  /** Failed, and `retry` can queue it again: not a live session, nor a page whose cookies were deleted when its captures ended. */
  isRetryable: z.boolean(),
  /** Path of the thumbnail; null if there is no picture. */
  thumbnail: z.string().nullable(),
  sizeBytes: z.int().nullable(),
  attempt: z.int(),
  /** When a queued capture is retried after a fault of the platform; null if it only waits for a node. */
  resumeAt: time.nullable(),
  /** Null if it isn't charged, or its order isn't paid. */
  cost: AttestationCost.nullable(),
  /** Number of the order placed for it; null if the account paid. */
  orderNo: z.string().nullable(),
  /** Its submission, and the number of attestations that submission started with. */
  batch: z.strictObject({ id: z.uuid(), size: z.int() }).nullable(),
  /** Null unless a record from another place was requested. */
  second: SecondRecord.nullable(),
  /** When the capture began, as in the manifest; null before it is sealed. */
  capturedAt: time.nullable(),
  createdAt: time,
  changedAt: time,
});
export type AttestationSummary = z.infer<typeof AttestationSummary>;

/** Events of the evidence, oldest first. */
export const CustodyEvent = z.strictObject({
  at: time,
  event: z.string(),
  /** A capture node, a person of the account, `service`, or `visitor` for a person without an account. */
  by: z.string(),
  /** The user who acted as that person; null if the person acted. */
  actedBy: z.string().nullable(),
  attempt: z.int(),
  messages: z.array(Message),
  /** Digest that links it to the previous event, hex. */
  sha256: z.string(),
});
export type CustodyEvent = z.infer<typeof CustodyEvent>;

/** A file of the evidence; `sizeBytes` and `sha256` describe the file itself. */
export const EvidenceFile = z.strictObject({
  kind: z.enum(['data', 'proof']),
  path: z.string(),
  mediaType: z.string(),
  sizeBytes: z.int(),
  sha256: z.string(),
  sm3: z.string().nullable(),
});

/** One step of the ladder: when it was reached, and who vouches for it. */
export const RungReached = z.strictObject({
  rung: ProofRung,
  at: time,
  messages: z.array(Message),
  /** Path of the raw proof among the files; null if there is none. */
  proof: z.string().nullable(),
});

/** An attestation with everything its account may see. */
export const AttestationDetail = AttestationSummary.extend({
  page: PageFacts.nullable(),
  environment: CaptureEnvironment.nullable(),
  steps: z.array(StepOutcome),
  missing: z.array(Missing),
  limits: z.array(Message),
  block: Block.nullable(),
  /** Alterations made by the capture itself; null before it ran. */
  alterations: z.array(Alteration).nullable(),
  resources: z.strictObject({ total: z.int(), whole: z.int(), bytes: z.int() }).nullable(),
  manifestSha256: z.string().nullable(),
  files: z.array(EvidenceFile),
  /** Submitted files, digests or segments; none for a page. */
  submitted: z.array(SubmittedFile),
  ladder: z.array(RungReached),
  custody: z.array(CustodyEvent),
  /** The captured page can be replayed (`openReplay`). */
  isReplayable: z.boolean(),
  /** The second record can be replayed, too. */
  isSecondReplayable: z.boolean(),
  /** As stated in the manifest; null before the manifest exists. */
  applicant: Applicant.nullable(),
  operator: Operator.nullable(),
});
export type AttestationDetail = z.infer<typeof AttestationDetail>;

/** How pages are captured, and the holder's notes on them. */
export const Chosen = z.strictObject({
  labels: z.array(z.string()),
  remark: z.string(),
  dismissConsent: z.boolean(),
  acceptInvalidTls: z.boolean(),
  device: z.enum(['desktop', 'phone']),
  locale: z.enum(captureLocales),
  timezone: z.enum(captureTimezones),
  waitForText: z.string(),
  allDensities: z.boolean(),
  /** Each page is captured from another place, too. */
  secondVantage: z.boolean(),
  autoConfirm: z.boolean(),
});
export type Chosen = z.infer<typeof Chosen>;

/** A thumbnail or a tile of the screenshot. */
export const Picture = z.strictObject({
  ano: z.string(),
  thumbnail: z.string(),
  /** From the top down; heights and widths in CSS pixels. */
  tiles: z.array(z.strictObject({ src: z.string(), widthPx: z.int(), heightPx: z.int() })),
});

/** Positions of the text in the picture of a page, in CSS pixels from the top left of the whole picture. */
export const TextPlaces = z.strictObject({
  /** Pieces of text in one line each, from the top down as the capture listed them. */
  list: z.array(
    z.strictObject({ text: z.string(), x: z.number(), y: z.number(), width: z.number(), height: z.number() }),
  ),
  /** Whether the page has more text. */
  isCut: z.boolean(),
});
/** A piece of text in one line, with its position. */
export type TextPlace = z.output<typeof TextPlaces>['list'][number];

/** Facts printed on the certificate. */
export const CertificateData = z.strictObject({
  ano: z.string(),
  kind: AttestationKind,
  title: z.string(),
  /** Only for a page. */
  page: z
    .strictObject({
      requestedUrl: z.string(),
      finalUrl: z.string(),
      state: z.enum(['complete', 'partial']),
      startedAt: time,
      endedAt: time,
    })
    .optional(),
  /** For files and digests only; `sizeBytes` is null if one size was not stated. */
  files: z.strictObject({ examinedAt: time, count: z.int(), sizeBytes: z.int().nullable() }).optional(),
  /** For a device's recording only; both times are the device's claims. */
  recording: z
    .strictObject({ claimedFrom: time, claimedUntil: time, segments: z.int(), held: z.int(), sizeBytes: z.int() })
    .optional(),
  applicant: Applicant.nullable(),
  operator: Operator,
  manifestSha256: z.string(),
  manifestSm3: z.string(),
  timestamps: z.array(z.strictObject({ at: time, authority: z.string(), serial: z.string(), isOwn: z.boolean() })),
  log: z.strictObject({ origin: z.string(), index: z.int(), size: z.int(), root: z.string() }),
  sealedBy: z.string(),
});
