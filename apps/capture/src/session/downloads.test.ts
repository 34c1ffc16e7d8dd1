import { mkdtempSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { artifactLimitBytes, type SessionDownload } from '@proofkeep/contract';
import { expect, it } from 'vitest';
import type { CdpBus } from '../browser/cdp.ts';
import { createSink } from '../record/sink.ts';
import { keepDownloads } from './downloads.ts';

const guid = '0b9a3d0e-6c1f-4a53-9d7e-2f0c8f5f7a11';

/** The result for a downloaded file, sparse from its third byte on. */
async function downloaded(sizeBytes: number) {
  const downloadDir = mkdtempSync(join(tmpdir(), 'downloads-'));
  writeFileSync(join(downloadDir, guid), 'ab');
  truncateSync(join(downloadDir, guid), sizeBytes);
  const listeners = new Map<string, (event: object) => void>();
  const bus = { on: (event: string, listener: (event: object) => void) => listeners.set(event, listener) };
  const sink = createSink(mkdtempSync(join(tmpdir(), 'session-')), () => {});
  const kept: Omit<SessionDownload, 'atMs'>[] = [];
  const lost: string[] = [];
  keepDownloads(bus as unknown as CdpBus, sink, {
    downloadDir,
    onBegin: () => {},
    onDone: (download) => kept.push(download),
    onFault: (name) => lost.push(name),
  });
  listeners.get('Browser.downloadWillBegin')?.({ guid, url: 'https://a.example/film', suggestedFilename: 'film.MP4' });
  listeners.get('Browser.downloadProgress')?.({ guid, state: 'completed' });
  await expect.poll(() => kept.length + lost.length).toBe(1);
  return { kept, lost, artifacts: sink.artifacts() };
}

it('stores a download as an artifact', async () => {
  const { kept, lost, artifacts } = await downloaded(2);

  expect(kept).toMatchObject([{ path: 'downloads/0001.mp4', name: 'film.MP4', sizeBytes: 2 }]);
  expect(lost).toEqual([]);
  expect(artifacts).toMatchObject([{ kind: 'download', path: 'downloads/0001.mp4' }]);
});

it('drops a download that exceeds the artifact limit, and nothing else', async () => {
  expect(await downloaded(artifactLimitBytes + 1)).toEqual({ kept: [], lost: ['film.MP4'], artifacts: [] });
});
