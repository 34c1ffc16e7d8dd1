import { hash } from 'node:crypto';

/** Content of the small files of a WACZ about its archive. */
export interface WaczFacts {
  /** The WARC: its name below `archive/`, size and SHA-256. */
  archive: { name: string; size: number; sha256: string };
  /** Sorted CDXJ lines (specs.webrecorder.net/cdxj) that point to the records of the archive. */
  index: string;
  page: { url: string; title: string; startedAt: Date; text: string };
  /** Name and version of the program that recorded it. */
  software: string;
}

/**
 * Makes the files that follow the archive in a WACZ 1.1.1 (specs.webrecorder.net/wacz/1.1.1): index, page list, the data package
 * with the digest of each, and that package's digest.
 */
export function waczFiles({ archive, index, page, software }: WaczFacts): { name: string; bytes: Uint8Array }[] {
  const parts = [
    { name: 'indexes/index.cdx', bytes: Buffer.from(index) },
    { name: 'pages/pages.jsonl', bytes: Buffer.from(pageList(page)) },
  ];
  const ts = page.startedAt.toISOString();
  const datapackage = json({
    profile: 'data-package',
    title: page.title,
    created: new Date().toISOString(),
    software,
    wacz_version: '1.1.1',
    mainPageUrl: page.url,
    mainPageDate: ts,
    resources: [
      resource(`archive/${archive.name}`, archive.size, archive.sha256),
      ...parts.map(({ name, bytes }) => resource(name, bytes.length, sha256(bytes))),
    ],
  });
  const digest = json({ path: 'datapackage.json', hash: `sha256:${sha256(datapackage)}` });
  return [
    ...parts,
    { name: 'datapackage.json', bytes: datapackage },
    { name: 'datapackage-digest.json', bytes: digest },
  ];
}

const resource = (path: string, bytes: number, digest: string) => ({
  name: path.split('/').at(-1),
  path,
  hash: `sha256:${digest}`,
  bytes,
});

function pageList({ url, title, startedAt, text }: WaczFacts['page']): string {
  const header = { format: 'json-pages-1.0', id: 'pages', title: 'All Pages', hasText: true };
  const entry = { id: 'page', url, ts: startedAt.toISOString(), title, text };
  return `${JSON.stringify(header)}\n${JSON.stringify(entry)}\n`;
}

const sha256 = (bytes: Uint8Array): string => hash('sha256', bytes, 'hex');
const json = (value: unknown): Buffer => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
