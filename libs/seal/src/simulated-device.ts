import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  randomUUID,
  sign,
} from 'node:crypto';
import { canonicalText, deviceRecordingStart, type SegmentHeader } from '@proofkeep/bundle';
import { sha256Hex } from '@proofkeep/bundle/node';

/** A segment as a device sends it. */
export interface SimulatedSegment {
  header: SegmentHeader;
  /** The announcement: the header's text and r ‖ s, base64. */
  signed: { header: string; signature: string };
  content: Buffer;
}

/** Settings of a simulated recording. */
export interface SimulatedRecording {
  segments: number;
  /** Default: ten seconds. */
  segmentMs?: number;
  /** Default: so that the recording ends now. */
  startedAt?: Date;
  /** Content of a segment; default: 2,000 random bytes. */
  content?: (n: number) => Buffer;
  /** Changes a header before it is signed; the chain continues from the signed header. */
  change?: (header: SegmentHeader) => SegmentHeader;
}

/** A software recording device: it signs like a real one, by the documented protocol (`docs/formats/device.md`). */
export interface SimulatedDevice {
  /** SHA-256 of the public key, hex. */
  key: string;
  /** SubjectPublicKeyInfo, DER. */
  publicKey: Buffer;
  /** The private key as PKCS #8 in PEM; a real device never exports it. */
  privateKeyPem: string;
  /** r ‖ s over a text, base64. */
  sign(text: string): string;
  record(o: SimulatedRecording): SimulatedSegment[];
}

/**
 * Makes a device.
 * @param privateKeyPem its P-256 key, PKCS #8; absent for a new key
 * @throws Error if it isn't a private key in PEM
 */
export function simulateDevice(privateKeyPem?: string): SimulatedDevice {
  const privateKey = privateKeyPem === undefined ? newKey() : createPrivateKey(privateKeyPem);
  const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'der' });
  const key = sha256Hex(publicKey);
  const signText = (text: string): string =>
    sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64');
  return {
    key,
    publicKey,
    privateKeyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    sign: signText,
    record: (o) => record({ key, sign: signText }, o),
  };
}

const newKey = (): KeyObject => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;

function record(
  { key, sign }: Pick<SimulatedDevice, 'key' | 'sign'>,
  {
    segments,
    segmentMs = 10_000,
    startedAt = new Date(Date.now() - segments * segmentMs),
    content = () => randomBytes(2_000),
    change = (header) => header,
  }: SimulatedRecording,
): SimulatedSegment[] {
  const recording = randomUUID();
  const made: SimulatedSegment[] = [];
  let previous = sha256Hex(deviceRecordingStart(key, recording));
  for (let n = 1; n <= segments; n++) {
    const bytes = content(n);
    const at = (ms: number) => new Date(startedAt.getTime() + ms).toISOString();
    const [fromMs, toMs] = [(n - 1) * segmentMs, n * segmentMs];
    const header = change({
      v: 1,
      type: 'proofkeep-segment',
      device: key,
      recording,
      n,
      previous,
      fromMs,
      toMs,
      startedAt: at(fromMs),
      endedAt: at(toMs),
      clock: { comparedAt: at(0), offsetMs: 12, uncertaintyMs: 40 },
      positions: [{ atMs: fromMs, latitudeE7: 225_431_000 + n * 100, longitudeE7: 1_139_305_000, accuracyCm: 800 }],
      events: [],
      mediaType: 'video/webm',
      size: bytes.length,
      sha256: sha256Hex(bytes),
      isLast: n === segments,
    });
    const text = canonicalText(header);
    made.push({ header, signed: { header: text, signature: sign(text) }, content: bytes });
    previous = sha256Hex(Buffer.from(text));
  }
  return made;
}
