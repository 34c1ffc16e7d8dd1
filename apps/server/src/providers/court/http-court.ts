import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { ReadableStream } from 'node:stream/web';
import { canonicalBytes } from '@proofkeep/bundle';
import { z } from 'zod';
import type { Config } from '../../config.ts';
import type { Court, CourtAnswer, ListAnswer } from './court.ts';
import { readCourtReport } from './court-report.ts';
import { keyIdOf, type RequestSigner, signatureHeaders } from './signed-request.ts';
import { CourtReason, CourtReference } from './texts.ts';

/** Answers are small, but receiving a bundle may take long. */
const [answerMs, bundleMs, mostAnswerBytes] = [30_000, 3_600_000, 65_536];

const Evidence = z.object({ reference: CourtReference, wantsBundle: z.boolean().default(false) });
const Refused = z.object({ reason: CourtReason });
const List = z.object({ reference: CourtReference });
const ListState = z.discriminatedUnion('state', [
  z.object({ state: z.literal('pending') }),
  z.object({ state: z.literal('accepted') }),
  z.object({ state: z.literal('returned'), reason: CourtReason }),
]);

interface Reply {
  status: number;
  body: unknown;
}

interface Sent {
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  /** Signed with the request. */
  body?: Uint8Array;
  /** Not signed: the bundle proves itself against the digest in the signed form. */
  stream?: AsyncIterable<Uint8Array>;
  idempotencyKey?: string;
}

/** A court or evidence platform that implements docs/formats/court-push.md. @param clock time source of signatures */
export function httpCourt(o: {
  name: string;
  url: string;
  signer: RequestSigner;
  /** Public key of the court's reports; absent if it sends none. */
  reportKey?: KeyObject | undefined;
  clock?: () => Date;
}): Court {
  const { clock = () => new Date(), reportKey } = o;
  const send = async ({ method, path, body, stream, idempotencyKey }: Sent): Promise<Reply> => {
    const url = `${o.url.replace(/\/$/, '')}${path}`;
    const signed = { method, url, now: clock(), ...(body && { body }), ...(idempotencyKey && { idempotencyKey }) };
    const type = stream ? 'application/zip' : 'application/json';
    const response = await fetch(url, {
      method,
      headers: { ...signatureHeaders(o.signer, signed), accept: 'application/json', 'content-type': type },
      ...(body ? { body: Buffer.from(body) } : {}),
      ...(stream ? { body: ReadableStream.from(stream) as BodyInit, duplex: 'half' as const } : {}),
      // A signature is valid for one URL.
      redirect: 'error',
      signal: AbortSignal.timeout(stream ? bundleMs : answerMs),
    });
    return { status: response.status, body: await bodyOf(response) };
  };
  return {
    name: o.name,
    isDevelopment: false,
    async submit(form, { submittedAt, openBundle }): Promise<CourtAnswer> {
      const { ano } = form.evidence;
      const idempotencyKey = `${ano}-${submittedAt.getTime()}`;
      const reply = await send({ method: 'POST', path: '/evidence', body: canonicalBytes(form), idempotencyKey });
      if (reply.status === 422) return { refusedBecause: Refused.parse(reply.body).reason };
      const { reference, wantsBundle } = Evidence.parse(accepted(reply));
      if (wantsBundle) {
        const path = `/evidence/${encodeURIComponent(ano)}/bundle`;
        const received = await send({ method: 'PUT', path, stream: await openBundle() });
        if (received.status === 422) return { refusedBecause: Refused.parse(received.body).reason };
        accepted(received);
      }
      return { reference };
    },
    async submitList({ no, court, caseNo, pdf, json }) {
      const list: unknown = JSON.parse(Buffer.from(json).toString());
      const body = canonicalBytes({ no, court, caseNo, list, pdfBase64: Buffer.from(pdf).toString('base64') });
      const reply = await send({ method: 'POST', path: '/lists', body, idempotencyKey: no });
      return List.parse(accepted(reply)).reference;
    },
    async askAboutList(reference): Promise<ListAnswer> {
      return ListState.parse(accepted(await send({ method: 'GET', path: `/lists/${encodeURIComponent(reference)}` })));
    },
    ...(reportKey && { readReport: (sent) => readCourtReport(reportKey, sent) }),
  };
}

/** @throws Error for any other answer: the job retries, as the court may be down or still processing (202) */
function accepted({ status, body }: Reply): unknown {
  if (status === 200 || status === 201 || status === 204) return body;
  throw new Error(`The court's system answered ${status}.`);
}

/** @throws Error if it is longer than any valid answer */
async function bodyOf(response: Response): Promise<unknown> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of response.body ?? []) {
    length += piece.length;
    if (length > mostAnswerBytes) throw new Error("The answer of the court's system is too long.");
    pieces.push(piece);
  }
  const text = Buffer.concat(pieces).toString();
  return response.headers.get('content-type')?.startsWith('application/json') && text ? JSON.parse(text) : null;
}

/** Settings of a court over HTTP. */
export type CourtSettings = Pick<Config, 'COURT_NAME' | 'COURT_URL' | 'COURT_KEY_FILE' | 'COURT_REPORT_KEY_FILE'>;

/** @throws Error if a key can't be read */
export async function openHttpCourt({
  COURT_NAME: name = '',
  COURT_URL: url = '',
  COURT_KEY_FILE: file = '',
  COURT_REPORT_KEY_FILE: reportFile,
}: CourtSettings): Promise<Court> {
  const key = requireEd25519(createPrivateKey(await readFile(file)), file);
  const reportKey = reportFile ? requireEd25519(createPublicKey(await readFile(reportFile)), reportFile) : undefined;
  return httpCourt({ name, url, signer: { key, keyId: keyIdOf(key) }, reportKey });
}

function requireEd25519(key: KeyObject, file: string): KeyObject {
  if (key.asymmetricKeyType !== 'ed25519') throw new Error(`${file} is not an Ed25519 key.`);
  return key;
}
