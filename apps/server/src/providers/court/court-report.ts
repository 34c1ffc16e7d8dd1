import { createHash, type KeyObject, verify } from 'node:crypto';
import { z } from 'zod';
import { keyIdOf } from './signed-request.ts';
import { CourtReason, CourtReference } from './texts.ts';

/** A court's own report about a submission, identified by the Idempotency-Key of the submission. */
const Report = z.intersection(
  z.object({ submission: CourtReference }),
  z.union([
    z.object({ about: z.literal('evidence'), state: z.literal('received'), reference: CourtReference }),
    z.object({ about: z.literal('evidence'), state: z.literal('refused'), reason: CourtReason }),
    z.object({ about: z.literal('list'), state: z.literal('accepted') }),
    z.object({ about: z.literal('list'), state: z.literal('returned'), reason: CourtReason }),
  ]),
);
export type CourtReport = z.infer<typeof Report>;

/** The report is rejected: its signature, time or form is invalid. */
export class CourtReportError extends Error {
  override name = 'CourtReportError';
  readonly isUnsigned: boolean;

  constructor(message: string, { isUnsigned }: { isUnsigned: boolean }) {
    super(message);
    this.isUnsigned = isUnsigned;
  }
}

export interface SentReport {
  /** The full URL that the court calls. */
  url: string;
  headers: Record<string, string>;
  body: Uint8Array;
  now: Date;
}

/** A signature is valid for this long before and after the time that it states. */
const windowSeconds = 300;
const covered = ['@method', '@target-uri', 'content-digest'] as const;
const inputPattern = /^([a-z][a-z0-9_.*-]*)=(\(([^)]*)\);created=(\d{1,12});keyid="([^"]{1,200})";alg="ed25519")$/;

/**
 * Checks a court's report: signed by its Ed25519 key (RFC 9421) over method, URL and body (RFC 9530), within five minutes.
 * @throws CourtReportError
 */
export function readCourtReport(key: KeyObject, { url, headers, body, now }: SentReport): CourtReport {
  const digest = `sha-256=:${createHash('sha256').update(body).digest('base64')}:`;
  if (headers['content-digest'] !== digest) throw unsigned('the body differs from its digest');
  const [, label, parameters = '', names = '', created, keyId] =
    inputPattern.exec(headers['signature-input'] ?? '') ?? [];
  if (label === undefined) throw unsigned('the signature is not of the documented form');
  if (names !== covered.map((name) => `"${name}"`).join(' ')) throw unsigned('the signature covers something else');
  if (keyId !== keyIdOf(key)) throw unsigned('the signature is of another key');
  if (Math.abs(now.getTime() / 1000 - Number(created)) > windowSeconds) throw unsigned('the signature is too old');
  const values = ['POST', url, digest];
  const lines = [...covered.map((name, at) => `"${name}": ${values[at]}`), `"@signature-params": ${parameters}`];
  const signature = new RegExp(`^${label.replaceAll(/[.*]/g, '\\$&')}=:([A-Za-z0-9+/]{86}==):$`).exec(
    headers.signature ?? '',
  );
  const isValid =
    signature !== null && verify(null, Buffer.from(lines.join('\n')), key, Buffer.from(signature[1] ?? '', 'base64'));
  if (!isValid) throw unsigned('the signature is wrong');
  return parsed(body);
}

const unsigned = (why: string) => new CourtReportError(`A court's report is refused: ${why}.`, { isUnsigned: true });

function parsed(body: Uint8Array): CourtReport {
  try {
    return Report.parse(JSON.parse(Buffer.from(body).toString()));
  } catch {
    throw new CourtReportError("A court's report has another form.", { isUnsigned: false });
  }
}
