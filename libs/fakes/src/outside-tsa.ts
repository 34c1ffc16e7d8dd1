import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { toPem } from '@proofkeep/seal';
import { makeIdentities, type TsaIdentities } from './tsa-identities.ts';
import { currentStatus, type PublishedStatus, serveStatus } from './tsa-status.ts';

/** How the stand-in responds to a request; all tokens have real signatures. */
export type OutsideTsaBehaviour =
  | 'correct'
  /** A correct token for another nonce. */
  | 'wrong-nonce'
  /** A correct token over another digest. */
  | 'wrong-imprint'
  /** A token signed with a certificate that expired a day ago. */
  | 'expired-certificate'
  /** A token signed with a certificate for documents. */
  | 'wrong-purpose'
  /** A correct token with one bit of its signature flipped. */
  | 'broken-signature'
  /** A correct token whose signed content has another digest. */
  | 'broken-content'
  /** A correct rejection response. */
  | 'rejection'
  /** Bytes that are not a response. */
  | 'garbage'
  /** More bytes than a client should read. */
  | 'endless'
  /** The connection stays open without a response. */
  | 'silence'
  | 'status-500';

/** The stand-in for an outside timestamp authority. */
export interface OutsideTsa {
  readonly url: string;
  /** `host:port` of this server and of the servers that its certificates name. */
  readonly egressAllow: string;
  /** PEM of its root, untrusted by default. */
  readonly root: string;
  behave(behaviour: OutsideTsaBehaviour): void;
  /** Number of requests for a token so far. */
  asked(): number;
  /**
   * Sets how it publishes revocation status; default: current CRLs and OCSP responses without a revoked certificate.
   */
  publish(status: Partial<PublishedStatus>): void;
  close(): Promise<void>;
}

/**
 * Starts an outside RFC 3161 authority: root, issuing authority, RSA key, HTTP on a free loopback port, which also
 * serves CRLs and OCSP.
 */
export async function startOutsideTsa(): Promise<OutsideTsa> {
  let identities: TsaIdentities | undefined;
  let behaviour: OutsideTsaBehaviour = 'correct';
  let status = currentStatus;
  let asked = 0;
  const server = createServer((request, response) => {
    const isStatus = request.url?.startsWith('/status/');
    if (!isStatus) asked += 1;
    const served =
      identities && isStatus
        ? serveStatus(request, response, identities, status)
        : identities && serve(request, response, identities, behaviour);
    served?.catch((error: Error) => response.destroy(error));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const egressAllow = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  identities = await makeIdentities(`http://${egressAllow}/status`);
  return {
    url: `http://${egressAllow}/tsr`,
    egressAllow,
    root: toPem('CERTIFICATE', identities.root.certificate),
    behave(next) {
      behaviour = next;
    },
    asked: () => asked,
    publish(next) {
      status = { ...currentStatus, ...next };
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  identities: TsaIdentities,
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
  { valid, expired, documents }: TsaIdentities,
  behaviour: Answering,
): Promise<Uint8Array> {
  switch (behaviour) {
    case 'correct':
      return valid.respond(query);
    case 'wrong-nonce': // the nonce is the second last field, before `certReq`, which has three bytes
      return valid.respond(flipped(query, query.length - 4));
    case 'wrong-imprint': // an OCTET STRING of 32 bytes
      return valid.respond(flipped(query, query.indexOf('0420', 'hex') + 2));
    case 'expired-certificate':
      return expired.respond(query);
    case 'wrong-purpose':
      return documents.respond(query);
    case 'broken-signature': // the last field of the response
      return valid.respond(query).then((reply) => flipped(reply, reply.length - 1));
    case 'broken-content': // the accuracy of one second, before the nonce
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
