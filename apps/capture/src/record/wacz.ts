import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256Hex, writeZip, type ZipInput } from '@proofkeep/bundle/node';
import { cdxjOf } from './cdxj.ts';
import type { Exchange } from './exchange.ts';
import type { ArtifactSink } from './sink.ts';
import { type WarcPlace, writeWarc } from './warc.ts';
import type { WarcOrigin } from './warc-record.ts';

export interface WaczOptions {
  exchanges: Exchange[];
  tempDir: string;
  page: { url: string; title: string; startedAt: Date; text: string };
  origin: WarcOrigin;
}

const warcName = 'data.warc.gz';

/**
 * Packs the network record as a WACZ 1.1.1 (specs.webrecorder.net/wacz/1.1.1), the artifact `page.wacz`: the WARC, a
 * CDXJ index, the page list, and a data package with the digest of each, all uncompressed.
 */
export async function packWacz(sink: ArtifactSink, o: WaczOptions): Promise<WarcPlace[]> {
  const warc = await writeWarc(join(o.tempDir, warcName), o.exchanges, o.origin);
  const parts = [
    { name: 'indexes/index.cdx', bytes: Buffer.from(cdxjOf(warc.places, warcName)) },
    { name: 'pages/pages.jsonl', bytes: Buffer.from(pagesOf(o)) },
  ];
  const resources = [
    resource(`archive/${warcName}`, warc.size, warc.sha256),
    ...parts.map(({ name, bytes }) => resource(name, bytes.length, sha256Hex(bytes))),
  ];
  const datapackage = json(datapackageOf(o, resources));
  const digest = json({ path: 'datapackage.json', hash: `sha256:${sha256Hex(datapackage)}` });
  const entries: ZipInput[] = [
    { name: `archive/${warcName}`, file: warc.path },
    ...parts,
    { name: 'datapackage.json', bytes: datapackage },
    { name: 'datapackage-digest.json', bytes: digest },
  ];
  const writer = sink.open('wacz', 'page.wacz', 'application/wacz');
  await writeZip((bytes) => writer.write(bytes), entries);
  await rm(warc.path);
  await writer.close();
  return warc.places;
}

const resource = (path: string, bytes: number, sha256: string) => ({
  name: path.split('/').at(-1),
  path,
  hash: `sha256:${sha256}`,
  bytes,
});

function datapackageOf({ page, origin }: WaczOptions, resources: ReturnType<typeof resource>[]) {
  const ts = page.startedAt.toISOString();
  return {
    profile: 'data-package',
    title: page.title,
    created: new Date().toISOString(),
    software: origin.software,
    wacz_version: '1.1.1',
    mainPageUrl: page.url,
    mainPageDate: ts,
    resources,
  };
}

function pagesOf({ page }: WaczOptions): string {
  const header = { format: 'json-pages-1.0', id: 'pages', title: 'All Pages', hasText: true };
  const entry = { id: 'page', url: page.url, ts: page.startedAt.toISOString(), title: page.title, text: page.text };
  return `${JSON.stringify(header)}\n${JSON.stringify(entry)}\n`;
}

const json = (value: unknown): Buffer => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
