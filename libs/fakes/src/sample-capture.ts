import { gzipSync } from 'node:zlib';
import type { PageManifest } from '@proofkeep/bundle';
import { sha256Hex, writeZip } from '@proofkeep/bundle/node';

/** The page of a network record, as WACZ states it. */
export interface SampleRecord {
  url: string;
  title: string;
  startedAt: string;
  /** Body of the response. */
  body?: string;
  /** Changes the files before the data package lists them. */
  change?: (files: Map<string, Uint8Array>) => void;
}

/** Returns the members of a report that repeat the manifest. */
export const sampleReport = ({ ano, subject, capture }: PageManifest): object => ({
  captureId: ano,
  state: capture.state,
  startedAt: capture.startedAt,
  endedAt: capture.endedAt,
  page: { ...subject },
  environment: {
    tool: capture.tool,
    toolVersion: capture.toolVersion,
    browser: capture.browser,
    isolation: capture.isolation,
    clock: { before: capture.clock.before, after: capture.clock.after },
  },
  missing: Array.from({ length: capture.missing }, () => ({})),
});

/** Makes a WACZ of one response, with the minimum of records that a reader needs. */
export async function sampleRecord({
  url,
  title,
  startedAt,
  body = '<p>存真</p>',
  change = () => {},
}: SampleRecord): Promise<Uint8Array> {
  const http = `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
  const digest = `sha256:${sha256Hex(Buffer.from(body))}`;
  const record = [
    'WARC/1.1',
    'WARC-Type: response',
    `WARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-000000000000>`,
    `WARC-Target-URI: ${url}`,
    `WARC-Date: ${startedAt}`,
    `WARC-Block-Digest: sha256:${sha256Hex(Buffer.from(http))}`,
    `WARC-Payload-Digest: ${digest}`,
    'Content-Type: application/http;msgtype=response',
    `Content-Length: ${Buffer.byteLength(http)}`,
  ];
  const warc = gzipSync(`${record.join('\r\n')}\r\n\r\n${http}\r\n\r\n`);
  const line = { url, status: '200', digest, length: `${warc.length}`, offset: '0', filename: 'data.warc.gz' };
  const pages = [
    { format: 'json-pages-1.0', id: 'pages' },
    { id: 'page', url, ts: startedAt, title },
  ];
  const files = new Map<string, Uint8Array>([
    ['archive/data.warc.gz', warc],
    ['indexes/index.cdx', Buffer.from(`example)/ 20261120060322 ${JSON.stringify(line)}\n`)],
    ['pages/pages.jsonl', Buffer.from(pages.map((page) => `${JSON.stringify(page)}\n`).join(''))],
  ]);
  change(files);
  const resources = [...files].map(([path, bytes]) => ({
    path,
    bytes: bytes.length,
    hash: `sha256:${sha256Hex(bytes)}`,
  }));
  const described = { profile: 'data-package', title, mainPageUrl: url, mainPageDate: startedAt, resources };
  const datapackage = Buffer.from(JSON.stringify(described));
  const hash = `sha256:${sha256Hex(datapackage)}`;
  files.set('datapackage.json', datapackage);
  files.set('datapackage-digest.json', Buffer.from(JSON.stringify({ path: 'datapackage.json', hash })));
  const pieces: Uint8Array[] = [];
  await writeZip(
    async (bytes) => void pieces.push(bytes),
    [...files].map(([name, bytes]) => ({ name, bytes })),
  );
  return Buffer.concat(pieces);
}
