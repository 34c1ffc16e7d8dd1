import { type DeviceManifest, type Gap, gapsOf, paths, readSealed, SegmentLine, segmentPath } from '@proofkeep/bundle';
import { gapWords, type Word } from '@proofkeep/contract';
import type { DeviceFacts } from '@proofkeep/seal';
import type { Store } from '../../../store/store.ts';
import { readData, type StoredFile } from '../../evidence/service.ts';

type OfRecording = Pick<DeviceFacts, 'kind' | 'examinedAt' | 'bytes' | 'device' | 'gaps' | 'segments' | 'positions'>;

/** The facts of a device's recording, from its manifest and its signed segments. */
export async function deviceFacts(
  store: Store,
  data: readonly StoredFile[],
  { device, subject, receipt, objects }: DeviceManifest,
): Promise<OfRecording> {
  const lines = Buffer.from(await readData(store, data, paths.segments))
    .toString()
    .trimEnd()
    .split('\n');
  const headers = lines.map((line) => readSealed(SegmentLine, Buffer.from(line), paths.segments).header);
  const held = new Set(objects.map(({ path }) => path));
  const segments = headers.map((header) => ({ ...header, hasContent: held.has(segmentPath(header)) }));
  const withContent = new Set(segments.filter(({ hasContent }) => hasContent).map(({ n }) => n));
  return {
    kind: 'device',
    examinedAt: new Date(receipt.examinedAt),
    bytes: subject.bytes,
    device,
    gaps: gapsOf(headers, (n) => withContent.has(n)).map((gap: Gap): Word => gapWords(gap)),
    segments,
    positions: headers.reduce((sum, { positions }) => sum + positions.length, 0),
  };
}
