import {
  canonicalBytes,
  type DeviceManifest,
  derSignature,
  paths,
  type SegmentLine,
  segmentPath,
} from '@proofkeep/bundle';
import { sha256Hex } from '@proofkeep/bundle/node';
import { type SimulatedRecording, simulateDevice } from '@proofkeep/seal';

/** A recording of an enforcer device as a sample bundle preserves it. */
export interface SampleRecording extends SimulatedRecording {
  /** Changes lines and files (by path) before they are sealed, but after the manifest's facts were made from them. */
  tamper?: (o: { lines: SegmentLine[]; data: Map<string, Uint8Array> }) => void;
  /** Segments whose header the service never received. */
  lost?: readonly number[];
  /** Segments whose content it never received. */
  withoutContent?: readonly number[];
}

/** Returns the manifest's own members and the preserved files by path. */
export async function sampleRecording(
  { tamper = () => {}, lost = [], withoutContent = [], ...recording }: SampleRecording,
  { createdAt }: { createdAt: string },
): Promise<{
  members: Pick<DeviceManifest, 'kind' | 'subject' | 'device' | 'receipt'>;
  data: Record<string, Uint8Array>;
}> {
  const device = simulateDevice();
  const segments = device.record(recording).filter(({ header }) => !lost.includes(header.n));
  const held = segments.filter(({ header }) => !withoutContent.includes(header.n));
  const lines = segments.map(({ header, signed }): SegmentLine => {
    const signature = Buffer.from(derSignature(Buffer.from(signed.signature, 'base64'))).toString('base64');
    return { header, receivedAt: createdAt, signature };
  });
  const [first, last] = [segments[0], segments.at(-1)];
  if (!first || !last) throw new Error('A recording without a segment is never sealed.');
  const data = new Map<string, Uint8Array>(held.map(({ header, content }) => [segmentPath(header), content]));
  const base64 = device.publicKey.toString('base64');
  data.set(paths.deviceKey, Buffer.from(`-----BEGIN PUBLIC KEY-----\n${base64}\n-----END PUBLIC KEY-----\n`));
  const members = {
    kind: 'device',
    subject: { title: '巡检一号', bytes: held.reduce((sum, { content }) => sum + content.length, 0) },
    device: {
      key: device.key,
      name: '巡检一号',
      boundAt: createdAt,
      recording: first.header.recording,
      claimedFrom: first.header.startedAt,
      claimedUntil: last.header.endedAt,
      segments: last.header.n,
      held: held.length,
      isEnded: last.header.isLast,
      head: sha256Hex(Buffer.from(last.signed.header)),
    },
    receipt: {
      examinedAt: createdAt,
      tool: 'Proofkeep',
      toolVersion: '0.1.0',
      operator: { role: 'holder', name: '王芳', isCertified: false, actingAs: null },
    },
  } as const;
  tamper({ lines, data });
  const text = lines.map((line) => `${Buffer.from(canonicalBytes(line))}\n`).join('');
  return { members, data: { [paths.segments]: Buffer.from(text), ...Object.fromEntries(data) } };
}
