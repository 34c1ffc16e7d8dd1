import { constants } from 'node:fs';
import { type FileHandle, lstat, open } from 'node:fs/promises';
import { join } from 'node:path';
import { artifactLimitBytes } from '@proofkeep/contract';
import type { CdpBus } from '../browser/cdp.ts';
import type { BodyFolder } from './body.ts';
import type { Exchange } from './exchange.ts';

/** RFC 9562 §4: the form of the browser's names for downloads. */
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Records the files that the page makes the browser download: lets them into a folder of the browser and attaches them
 * as bodies to their exchanges, which the browser reports as cancelled.
 * @returns a function that stops the recording
 */
export async function recordDownloads(
  bus: CdpBus,
  exchanges: Exchange[],
  folder: BodyFolder,
  o: { browserContextId: string; downloadDir: string; later: (work: Promise<void>) => void },
): Promise<() => void> {
  const urls = new Map<string, string>();
  const off = [
    bus.on('Browser.downloadWillBegin', ({ guid, url }) => void urls.set(guid, url)),
    bus.on('Browser.downloadProgress', ({ guid, state }) => {
      const url = urls.get(guid);
      if (url === undefined || state === 'inProgress') return;
      urls.delete(guid);
      const exchange = exchanges.findLast((one) => one.url === url && one.response && !one.body);
      if (state === 'completed' && exchange) o.later(adopt(exchange, o.downloadDir, guid, folder));
    }),
  ];
  await bus.send('Browser.setDownloadBehavior', {
    behavior: 'allowAndName',
    browserContextId: o.browserContextId,
    downloadPath: o.downloadDir,
    eventsEnabled: true,
  });
  return () => {
    for (const end of off) end();
  };
}

async function adopt(exchange: Exchange, downloadDir: string, guid: string, folder: BodyFolder): Promise<void> {
  const file = await openDownload(downloadDir, guid);
  // With this file the network record, itself a single file, would be too large to upload.
  if ((await file.stat()).size > artifactLimitBytes) return file.close();
  const body = folder.next();
  for await (const chunk of file.createReadStream({ highWaterMark: 2 ** 20 })) body.append(chunk);
  body.close();
  exchange.body = body;
  exchange.source = 'download';
  exchange.outcome = 'finished';
  exchange.error = null;
  exchange.canceled = false;
}

/**
 * Opens a downloaded file. The browser controls name and folder, and a hostile page may control the browser: follows,
 * waits for and removes nothing there, and reads only a file owned by the browser's user.
 * @throws Error for anything else
 */
export async function openDownload(downloadDir: string, guid: string): Promise<FileHandle> {
  if (!uuid.test(guid)) throw new Error('A download is named by a UUID.');
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  const file = await open(join(downloadDir, guid), O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  const [{ uid }, download] = await Promise.all([lstat(downloadDir), file.stat()]);
  if (download.isFile() && download.nlink === 1 && download.uid === uid) return file;
  await file.close();
  throw new Error('A download is a file of the browser’s own.');
}
