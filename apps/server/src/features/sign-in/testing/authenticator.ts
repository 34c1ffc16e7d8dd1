import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { PasskeyMade, PasskeyUsed } from '@proofkeep/contract';

interface Overrides {
  origin: string;
  counter: number;
  isVerified: boolean;
  /** Absent to sign the requested challenge. */
  challenge: string;
}

/** A software authenticator according to W3C Web Authentication 3: it creates one passkey (ES256) and signs with it. */
export class Authenticator {
  readonly id = randomBytes(32);
  counter = 0;
  readonly #privateKey: KeyObject;
  readonly #publicKey: KeyObject;
  readonly #origin: string;

  constructor(origin: string) {
    this.#origin = origin;
    const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#privateKey = pair.privateKey;
    this.#publicKey = pair.publicKey;
  }

  /** §6.3.2, with attestation `none` (§8.7). */
  make({ challenge }: { challenge: string }, overrides: Partial<Overrides> = {}): PasskeyMade {
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.id.length);
    const attested = Buffer.concat([Buffer.alloc(16), length, this.id, this.#coseKey()]);
    const data = Buffer.concat([this.#head({ ...overrides, extraFlags: 0x40 }), attested]);
    const attestation = Buffer.concat([
      Buffer.from([0xa3]),
      cborText('fmt'),
      cborText('none'),
      cborText('attStmt'),
      Buffer.from([0xa0]),
      cborText('authData'),
      cborBytes(data),
    ]);
    const response = {
      clientDataJSON: this.#client('webauthn.create', challenge, overrides).toString('base64url'),
      attestationObject: attestation.toString('base64url'),
      transports: ['internal'],
    };
    return { ...this.#named(), response, clientExtensionResults: {} };
  }

  /** §6.3.3. */
  use({ challenge }: { challenge: string }, overrides: Partial<Overrides> = {}): PasskeyUsed {
    this.counter++;
    const data = this.#head(overrides);
    const client = this.#client('webauthn.get', challenge, overrides);
    const signed = Buffer.concat([data, createHash('sha256').update(client).digest()]);
    const response = {
      clientDataJSON: client.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: sign('sha256', signed, this.#privateKey).toString('base64url'),
    };
    return { ...this.#named(), response, clientExtensionResults: {} };
  }

  #named() {
    const id = this.id.toString('base64url');
    return { id, rawId: id, type: 'public-key' as const };
  }

  #client(type: string, challenge: string, overrides: Partial<Overrides>): Buffer {
    return Buffer.from(
      JSON.stringify({
        type,
        challenge: overrides.challenge ?? challenge,
        origin: overrides.origin ?? this.#origin,
        crossOrigin: false,
      }),
    );
  }

  /** Relying party, flags and counter (§6.1): the user was present and verified. */
  #head({
    counter = this.counter,
    isVerified = true,
    extraFlags = 0,
  }: Partial<Overrides> & { extraFlags?: number }): Buffer {
    const head = Buffer.alloc(37);
    createHash('sha256').update(new URL(this.#origin).hostname).digest().copy(head);
    head[32] = 0x01 | (isVerified ? 0x04 : 0) | extraFlags;
    head.writeUInt32BE(counter, 33);
    return head;
  }

  /** RFC 9053 §7.1.1: kty EC2, alg ES256, crv P-256, x, y. */
  #coseKey(): Buffer {
    const { x = '', y = '' } = this.#publicKey.export({ format: 'jwk' });
    return Buffer.concat([
      Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
      cborBytes(Buffer.from(x, 'base64url')),
      Buffer.from([0x22]),
      cborBytes(Buffer.from(y, 'base64url')),
    ]);
  }
}

const cborText = (text: string): Buffer => Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);

function cborBytes(bytes: Buffer): Buffer {
  const head = bytes.length < 256 ? [0x58, bytes.length] : [0x59, bytes.length >> 8, bytes.length & 0xff];
  return Buffer.concat([Buffer.from(head), bytes]);
}
