import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** Key and X.509 certificates of a TLS server with an authority of its own. */
export interface TlsIdentity {
  /** PEM of the server's private key. */
  readonly key: string;
  /** PEM: the server's certificate, then the authority's. */
  readonly chain: string;
  /** PEM of the authority's own certificate. */
  readonly caPem: string;
  /** Base64 SHA-256 of the server's SubjectPublicKeyInfo, for `--ignore-certificate-errors-spki-list`. */
  readonly spki: string;
}

interface Holder {
  readonly name: string;
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

const dayMs = 86_400_000;

/** Makes an untrusted certificate authority and one server certificate for the given IPv4 addresses. */
export function makeTlsIdentity(addresses: readonly string[]): TlsIdentity {
  const authority = holder('Wanhuo Street Test Root');
  const server = holder('wanhuo.example');
  const root = issue(authority, authority, [
    extension('2.5.29.19', true, sequence(der(0x01, [0xff]))), // basicConstraints: cA
    extension('2.5.29.15', true, der(0x03, [1, 0b0000_0110])), // keyUsage: keyCertSign, cRLSign
  ]);
  const leaf = issue(server, authority, [
    extension('2.5.29.37', false, sequence(oid('1.3.6.1.5.5.7.3.1'))), // extendedKeyUsage: serverAuth
    extension(
      '2.5.29.17', // subjectAltName: dNSName and iPAddress
      false,
      sequence(
        der(0x82, Buffer.from('localhost')),
        ...addresses.map((address) => der(0x87, address.split('.').map(Number))),
      ),
    ),
  ]);
  return {
    key: server.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    chain: leaf + root,
    caPem: root,
    spki: createHash('sha256').update(spkiOf(server)).digest('base64'),
  };
}

const holder = (name: string): Holder => ({ name, ...generateKeyPairSync('ec', { namedCurve: 'P-256' }) });
const spkiOf = ({ publicKey }: Holder): Buffer => publicKey.export({ type: 'spki', format: 'der' });

/** RFC 5280 §4.1, version 3, ecdsa-with-SHA256. */
function issue(subject: Holder, issuer: Holder, extensions: readonly Buffer[]): string {
  const algorithm = sequence(oid('1.2.840.10045.4.3.2'));
  const body = sequence(
    der(0xa0, der(0x02, [2])),
    der(0x02, [0x40, ...randomBytes(15)]),
    algorithm,
    nameOf(issuer),
    sequence(utcTime(Date.now() - dayMs), utcTime(Date.now() + 30 * dayMs)),
    nameOf(subject),
    spkiOf(subject),
    der(0xa3, sequence(...extensions)),
  );
  const signature = sign('sha256', body, issuer.privateKey);
  const certificate = sequence(body, algorithm, der(0x03, Buffer.concat([Buffer.of(0), signature])));
  const lines = certificate.toString('base64').match(/.{1,64}/g)!;
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}

const nameOf = ({ name }: Holder): Buffer =>
  sequence(der(0x31, sequence(oid('2.5.4.3'), der(0x0c, Buffer.from(name)))));

const extension = (id: string, critical: boolean, value: Buffer): Buffer =>
  sequence(oid(id), ...(critical ? [der(0x01, [0xff])] : []), der(0x04, value));

const utcTime = (at: number): Buffer =>
  der(0x17, Buffer.from(`${new Date(at).toISOString().replace(/[-:T]/g, '').slice(2, 14)}Z`));

const sequence = (...parts: Buffer[]): Buffer => der(0x30, Buffer.concat(parts));

function der(tag: number, content: Uint8Array | readonly number[]): Buffer {
  const { length } = content;
  const header = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.from([tag, ...header, ...content]);
}

function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  return der(0x06, [first * 40 + second, ...rest.flatMap(base128)]);
}

function base128(value: number): number[] {
  const digits = [value & 0x7f];
  for (let rest = value >> 7; rest > 0; rest >>= 7) digits.unshift((rest & 0x7f) | 0x80);
  return digits;
}
