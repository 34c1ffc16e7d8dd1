import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { type Certificate, parseCertificate } from '@proofkeep/pki';
import { issueCrl } from '@proofkeep/seal';
import { crlEntry, scopeExtension } from './sample-crl.ts';
import { sampleOcsp } from './sample-ocsp.ts';
import type { TsaIdentities } from './tsa-identities.ts';

/** How the stand-in answers requests for CRLs and OCSP responses. */
export type StatusBehaviour =
  | 'current'
  /** HTTP status 404. */
  | 'absent'
  /** Expired a day ago. */
  | 'stale'
  /** Signed by a namesake with another key. */
  | 'foreign'
  /** A CRL of its distribution point and kind of certificates only, in a critical issuingDistributionPoint. */
  | 'partitioned'
  /** A copy of the list under another distribution point. */
  | 'elsewhere'
  /** An OCSP response that names the issuer by SHA-256. */
  | 'sha256'
  | 'garbage'
  /** More bytes than a client should read. */
  | 'endless'
  /** The connection stays open without a response. */
  | 'silence';

/** How the stand-in publishes the revocation status of its certificates. */
export interface PublishedStatus {
  crl: StatusBehaviour;
  ocsp: StatusBehaviour;
  /** Revocation of the timestamp unit; null: not revoked. */
  revoked: { at: Date; reason?: number } | null;
}

/** Current CRL and OCSP responses; nothing is revoked. */
export const currentStatus: PublishedStatus = { crl: 'current', ocsp: 'current', revoked: null };

const dayMs = 86_400_000;
const hourMs = 3_600_000;

/** Answers `/status/<issuer>.crl` with a CRL and a POST to `/status/<issuer>` with an OCSP response. */
export async function serveStatus(
  request: IncomingMessage,
  response: ServerResponse,
  identities: TsaIdentities,
  status: PublishedStatus,
): Promise<void> {
  const path = request.url ?? '';
  const isRoot = path.startsWith('/status/root');
  const isList = path.endsWith('.crl');
  const behaviour = isList ? status.crl : status.ocsp;
  await buffer(request);
  if (behaviour === 'silence') return;
  if (behaviour === 'absent') response.writeHead(404).end('gone');
  else if (behaviour === 'garbage') response.end('<html>Welcome to the captive portal</html>');
  else if (behaviour === 'endless') response.end(Buffer.alloc(8 * 1024 * 1024, 0x30));
  else response.end(await (isList ? list : answer)(identities, isRoot, { ...status, behaviour }));
}

type Published = PublishedStatus & {
  behaviour: Exclude<StatusBehaviour, 'absent' | 'garbage' | 'endless' | 'silence'>;
};

const spanOf = (behaviour: Published['behaviour']): { thisUpdate: Date; nextUpdate: Date } => {
  const from = Date.now() - (behaviour === 'stale' ? 8 * dayMs : hourMs);
  return { thisUpdate: new Date(from), nextUpdate: new Date(from + 7 * dayMs) };
};

function list(
  { root, issuing, namesake, unit, statusUrl }: TsaIdentities,
  isRoot: boolean,
  { behaviour, revoked }: Published,
): Promise<Uint8Array> {
  const issuer = behaviour === 'foreign' ? namesake : isRoot ? root : issuing;
  const { serial } = parseCertificate(unit.certificate);
  const entries = revoked && !isRoot ? [crlEntry(serial, revoked.at, revoked.reason)] : [];
  const point = `${statusUrl}/${behaviour === 'elsewhere' ? 'other' : isRoot ? 'root' : 'issuing'}.crl`;
  const isScoped = behaviour === 'partitioned' || behaviour === 'elsewhere';
  const extensions = isScoped ? [scopeExtension({ point, only: isRoot ? 'ca' : 'user' })] : [];
  return issueCrl({ issuer, ...spanOf(behaviour), number: 1, entries, extensions });
}

/** The root signs its responses itself, the issuing authority through its responder. */
function answer(
  { root, issuing, namesake, unit, responder }: TsaIdentities,
  isRoot: boolean,
  { behaviour, revoked }: Published,
): Promise<Uint8Array> {
  const certificate: Certificate = parseCertificate((isRoot ? issuing : unit).certificate);
  const signer = isRoot ? root : responder;
  return sampleOcsp({
    certificate,
    issuer: (isRoot ? root : issuing).certificate,
    responder: behaviour === 'foreign' ? { ...signer, key: namesake.key } : signer,
    status: revoked && !isRoot ? revoked : 'good',
    ...(behaviour === 'sha256' ? { digest: 'sha256' } : {}),
    ...spanOf(behaviour),
  });
}
