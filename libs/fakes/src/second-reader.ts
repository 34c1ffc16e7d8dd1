import { createHash } from 'node:crypto';
import { openZip } from '@proofkeep/bundle';
import { fileSource } from '@proofkeep/bundle/node';
import { WARCParser, type WARCRecord } from 'warcio';

/** A record of the WARC in a WACZ, as an independent reader sees it. */
export interface WaczRecord {
  /** ISO 28500 §5.5, e.g. `response`. */
  readonly type: string;
  readonly url: string;
  /** Null if the record is not an HTTP response. */
  readonly status: number | null;
  /** Headers of the HTTP message; names in lower case, each `set-cookie` line separate. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly sizeBytes: number;
  /** Digest of the HTTP body. */
  readonly sha256: string;
  /** The body; null above 1 MiB. */
  readonly body: Buffer | null;
}

const keptBytes = 1024 * 1024;

/**
 * Reads a WACZ with warcio, Webrecorder's reader.
 * @throws if the file is not a WACZ
 */
export async function* waczRecords(path: string): AsyncGenerator<WaczRecord> {
  const file = await fileSource(path);
  try {
    const zip = await openZip(file);
    for (const name of zip.entries.keys()) {
      if (!/^archive\/.*\.warc(\.gz)?$/.test(name)) continue;
      for await (const record of WARCParser.iterRecords(zip.chunks(name))) yield await read(record);
    }
  } finally {
    await file.close();
  }
}

async function read(record: WARCRecord): Promise<WaczRecord> {
  const hash = createHash('sha256');
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of record) {
    hash.update(chunk);
    sizeBytes += chunk.length;
    if (sizeBytes <= keptBytes) chunks.push(chunk);
  }
  const http = record.httpHeaders;
  return {
    type: record.warcType,
    url: record.warcTargetURI ?? '',
    status: record.warcType === 'response' && http ? Number(http.statusCode) : null,
    headers: http ? [...(http.headers as Headers)] : [],
    sizeBytes,
    sha256: hash.digest('hex'),
    body: sizeBytes <= keptBytes ? Buffer.concat(chunks) : null,
  };
}
