import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { CdpBus } from '../browser/cdp.ts';
import type { BodyFolder } from './body.ts';
import type { Exchange } from './exchange.ts';

/**
 * Files the page makes the browser download: they are let into a folder of the browser's and become the bodies of their
 * exchanges, which the browser itself reports as given up. Returns what ends it.
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
      if (state === 'completed' && exchange) o.later(adopt(exchange, join(o.downloadDir, guid), folder));
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

async function adopt(exchange: Exchange, path: string, folder: BodyFolder): Promise<void> {
  const body = folder.next();
  for await (const chunk of createReadStream(path, { highWaterMark: 2 ** 20 })) body.append(chunk);
  body.close();
  await rm(path);
  exchange.body = body;
  exchange.source = 'download';
  exchange.outcome = 'finished';
  exchange.error = null;
  exchange.canceled = false;
}
