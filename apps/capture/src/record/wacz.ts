import { type WaczFacts, waczFiles, writeZip } from '@proofkeep/bundle/node';
import { cdxjOf } from './cdxj.ts';
import type { ArtifactSink } from './sink.ts';
import type { WarcFile } from './warc.ts';

export const warcName = 'data.warc.gz';

/**
 * Packs the network record as a WACZ 1.1.1 (specs.webrecorder.net/wacz/1.1.1), the artifact `page.wacz`: the WARC, a
 * CDXJ index, the page list, and a data package with the digest of each, all uncompressed.
 */
export async function packWacz(
  sink: ArtifactSink,
  { warc, page, software }: { warc: WarcFile } & Pick<WaczFacts, 'page' | 'software'>,
): Promise<void> {
  const archive = { name: warcName, size: warc.size, sha256: warc.sha256 };
  const files = waczFiles({ archive, index: cdxjOf(warc.places, warcName), page, software });
  const writer = sink.open('wacz', 'page.wacz', 'application/wacz');
  await writeZip((bytes) => writer.write(bytes), [{ name: `archive/${warcName}`, file: warc.path }, ...files]);
  await writer.close();
}
