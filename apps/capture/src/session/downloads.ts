import { artifactLimitBytes, type SessionDownload } from '@proofkeep/contract';
import type { CdpBus } from '../browser/cdp.ts';
import { openDownload } from '../record/downloads.ts';
import type { ArtifactSink } from '../record/sink.ts';

export interface DownloadOptions {
  downloadDir: string;
  onBegin(name: string, url: string): void;
  onDone(download: Omit<SessionDownload, 'atMs'>): void;
  onFault(name: string, why: string): void;
}

const mostDownloads = 500;

/** Stores every file that the browser downloads as a separate artifact. The recorder lets the browser download them. */
export function keepDownloads(bus: CdpBus, sink: ArtifactSink, o: DownloadOptions): void {
  const begun = new Map<string, { name: string; url: string }>();
  let count = 0;
  bus.on('Browser.downloadWillBegin', ({ guid, url, suggestedFilename: name }) => {
    begun.set(guid, { name, url });
    o.onBegin(name, url);
  });
  bus.on('Browser.downloadProgress', ({ guid, state }) => {
    const download = begun.get(guid);
    if (!download || state === 'inProgress') return;
    begun.delete(guid);
    if (state !== 'completed' || count >= mostDownloads) return o.onFault(download.name, state);
    count += 1;
    const path = `downloads/${String(count).padStart(4, '0')}${endingOf(download.name)}`;
    keep(sink, o.downloadDir, guid, path).then(
      ({ size: sizeBytes, sha256 }) => o.onDone({ path, ...download, sizeBytes, sha256 }),
      (error: Error) => o.onFault(download.name, error.message),
    );
  });
}

async function keep(sink: ArtifactSink, downloadDir: string, guid: string, path: string) {
  const file = await openDownload(downloadDir, guid);
  const { size } = await file.stat();
  if (size > artifactLimitBytes) {
    await file.close();
    throw new Error(`The file has ${size} bytes, more than ${artifactLimitBytes}.`);
  }
  const writer = sink.open('download', path, 'application/octet-stream');
  for await (const chunk of file.createReadStream({ highWaterMark: 2 ** 20 })) await writer.write(chunk as Uint8Array);
  return writer.close();
}

const endingOf = (name: string): string => /\.[A-Za-z0-9]{1,10}$/.exec(name)?.[0].toLowerCase() ?? '';
