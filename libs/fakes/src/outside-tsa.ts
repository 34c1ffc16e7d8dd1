import { generateKeyPair } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import {
  issueCertificate,
  type Party,
  softwareKey,
  type TimestampAuthority,
  timestampAuthority,
  toPem,
  type Validity,
} from '@proofkeep/seal';

/** What the stand-in does with a request; all tokens are signed for real. */
export type OutsideTsaBehaviour =
  | 'correct'
  /** A correct token for another nonce. */
  | 'wrong-nonce'
  /** A correct token over another digest. */
  | 'wrong-imprint'
  /** A token signed with a certificate that ran out a day ago. */
  | 'expired-certificate'
  /** A token signed with a certificate that is for documents. */
  | 'wrong-purpose'
  /** A correct token with one bit of its signature flipped. */
  | 'broken-signature'
  /** A correct token in which the digest of what it says is another one. */
  | 'broken-content'
  /** A correct rejection. */
  | 'rejection'
  /** Bytes that are no answer. */
  | 'garbage'
  /** More bytes than anybody should read. */
  | 'endless'
  /** The connection stays open and nothing comes. */
  | 'silence'
  | 'status-500';

export interface OutsideTsa {
  readonly url: string;
  /** PEM of its root, which nobody trusts unless told. */
  readonly root: string;
  behave(behaviour: OutsideTsaBehaviour): void;
  close(): Promise<void>;
}

const dayMs = 86_400_000;
const generate = promisify(generateKeyPair);

/** An RFC 3161 authority of somebody else: own CA, RSA key, HTTP on a free port of the loopback address. */
export async function startOutsideTsa(): Promise<OutsideTsa> {
  const identities = await makeIdentities();
  let behaviour: OutsideTsaBehaviour = 'correct';
  const server = createServer((request, response) => {
    serve(request, response, identities, behaviour).catch((error: Error) => response.destroy(error));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/tsr`,
    root: toPem('CERTIFICATE', identities.root.certificate),
    behave(next) {
      behaviour = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface Identities {
  root: Party;
  valid: TimestampAuthority;
  expired: TimestampAuthority;
  documents: TimestampAuthority;
}

async function makeIdentities(): Promise<Identities> {
  const now = Date.now();
  const days = (from: number, to: number): Validity => ({
    notBefore: new Date(now + from * dayMs),
    notAfter: new Date(now + to * dayMs),
  });
  const organization = 'Stand-in Timestamps Ltd';
  const named = (commonName: string) => ({ commonName, organization });
  const root = await issueCertificate({
    profile: 'root',
    subject: named('Stand-in Root CA'),
    key: softwareKey((await generate('ec', { namedCurve: 'P-256' })).privateKey),
    validity: days(-30, 365),
  });
  const key = softwareKey((await generate('rsa', { modulusLength: 2048 })).privateKey);
  const authority = async (profile: 'timestamp' | 'seal', validity: Validity) => {
    const party = await issueCertificate({
      profile,
      subject: named('Stand-in Timestamp Unit'),
      key,
      validity,
      issuer: root,
    });
    return timestampAuthority({ key, chain: [party.certificate] });
  };
  return {
    root,
    valid: await authority('timestamp', days(-1, 365)),
    expired: await authority('timestamp', days(-30, -1)),
    documents: await authority('seal', days(-1, 365)),
  };
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  identities: Identities,
  behaviour: OutsideTsaBehaviour,
): Promise<void> {
  const query = await buffer(request);
  if (behaviour === 'silence') return;
  if (behaviour === 'status-500') {
    response.writeHead(500).end('out of order');
    return;
  }
  response.writeHead(200, { 'content-type': 'application/timestamp-reply' });
  if (behaviour === 'endless') response.end(Buffer.alloc(8 * 1024 * 1024, 0x30));
  else response.end(await answer(query, identities, behaviour));
}

type Answering = Exclude<OutsideTsaBehaviour, 'silence' | 'status-500' | 'endless'>;

async function answer(
  query: Buffer,
  { valid, expired, documents }: Identities,
  behaviour: Answering,
): Promise<Uint8Array> {
  switch (behaviour) {
    case 'correct':
      return valid.respond(query);
    case 'wrong-nonce': // the nonce is the last but one field, before `certReq`, which has three bytes
      return valid.respond(flipped(query, query.length - 4));
    case 'wrong-imprint': // an OCTET STRING of 32 bytes
      return valid.respond(flipped(query, query.indexOf('0420', 'hex') + 2));
    case 'expired-certificate':
      return expired.respond(query);
    case 'wrong-purpose':
      return documents.respond(query);
    case 'broken-signature': // the last field of the answer
      return valid.respond(query).then((reply) => flipped(reply, reply.length - 1));
    case 'broken-content': // the accuracy of one second, which stands in front of the nonce
      return valid.respond(query).then((reply) => flipped(reply, Buffer.from(reply).indexOf('3003020101', 'hex') + 4));
    case 'rejection':
      return valid.respond(Buffer.alloc(0));
    case 'garbage':
      return Buffer.from('<html>Welcome to the captive portal</html>');
  }
}

function flipped(bytes: Uint8Array, at: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at]! ^= 0x01;
  return copy;
}
