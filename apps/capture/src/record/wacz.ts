import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { digestFile, sha256Hex, writeZipFile } from '@proofkeep/bundle/node';
import type { Artifact } from '@proofkeep/contract';
import type { Exchange } from './exchange.ts';
import type { ArtifactSink } from './sink.ts';
import { type WarcPlace, writeWarc } from './warc.ts';

export interface WaczOptions {
  exchanges: Exchange[];
  tempDir: string;
  page: { url: string; title: string; startedAt: Date; text: string };
  /** Name and version of the capture tool. */
  software: string;
}

/**
 * Packs the network record as a WACZ 1.1.1 (specs.webrecorder.net): the WARC stored, a CDXJ index, the page list, and a
 * data package with the digest of each. It becomes the artifact `page.wacz`.
 */
export async function packWacz(sink: ArtifactSink, o: WaczOptions): Promise<Artifact> {
  const warc = join(o.tempDir, 'data.warc.gz');
  const places = await writeWarc(warc, o.exchanges, o.software);
  const parts = [
    { name: 'archive/data.warc.gz', file: warc },
    { name: 'indexes/index.cdx', bytes: Buffer.from(indexOf(places)) },
    { name: 'pages/pages.jsonl', bytes: Buffer.from(pagesOf(o)) },
  ];
  const { size, sha256 } = await digestFile(warc);
  const resources = parts.map((part) => ({
    name: part.name.split('/').at(-1),
    path: part.name,
    hash: `sha256:${part.bytes ? sha256Hex(part.bytes) : sha256}`,
    bytes: part.bytes ? part.bytes.length : size,
  }));
  const datapackage = Buffer.from(
    JSON.stringify(
      {
        profile: 'data-package',
        wacz_version: '1.1.1',
        software: o.software,
        created: new Date().toISOString(),
        title: o.page.title,
        mainPageUrl: o.page.url,
        mainPageDate: o.page.startedAt.toISOString(),
        resources,
      },
      null,
      2,
    ),
  );
  const digest = Buffer.from(
    JSON.stringify({ path: 'datapackage.json', hash: `sha256:${sha256Hex(datapackage)}` }, null, 2),
  );
  const wacz = join(o.tempDir, 'page.wacz');
  await writeZipFile(wacz, [
    ...parts,
    { name: 'datapackage.json', bytes: datapackage },
    { name: 'datapackage-digest.json', bytes: digest },
  ]);
  await rm(warc);
  return copyInto(sink, wacz);
}

async function copyInto(sink: ArtifactSink, path: string): Promise<Artifact> {
  const writer = sink.open('wacz', 'page.wacz', 'application/wacz');
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) await writer.write(chunk);
  await rm(path);
  return writer.close();
}

function pagesOf({ page }: WaczOptions): string {
  const header = { format: 'json-pages-1.0', id: 'pages', title: 'All Pages', hasText: true };
  const entry = { id: 'page', url: page.url, title: page.title, ts: page.startedAt.toISOString(), text: page.text };
  return `${JSON.stringify(header)}\n${JSON.stringify(entry)}\n`;
}

/** CDXJ: one line a response, sorted by SURT and time. */
function indexOf(places: WarcPlace[]): string {
  const lines = places.map(({ exchange, offset, length, payloadDigest }) => {
    const fields = {
      url: exchange.url,
      mime: exchange.response?.mimeType ?? '',
      status: String(exchange.response?.status ?? 0),
      digest: payloadDigest,
      length: String(length),
      offset: String(offset),
      filename: 'data.warc.gz',
      ...(exchange.method === 'GET' ? {} : { method: exchange.method }),
    };
    return `${surtOf(exchange.url)} ${timestampOf(exchange.startedAt)} ${JSON.stringify(fields)}`;
  });
  return lines
    .sort()
    .map((line) => `${line}\n`)
    .join('');
}

/** Sort-friendly URI reordering transform: `cn,example,shop:8443)/path?query`. */
function surtOf(text: string): string {
  const url = new URL(text);
  const host = /^[\d.]+$|^\[/.test(url.hostname) ? url.hostname : url.hostname.split('.').toReversed().join(',');
  return `${host}${url.port ? `:${url.port}` : ''})${url.pathname}${url.search}`.toLowerCase();
}

const timestampOf = (at: Date): string => at.toISOString().replace(/\D/g, '').slice(0, 14);
