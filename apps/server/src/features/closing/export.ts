import { crc32 } from 'node:zlib';
import { bytesSource, zipSource } from '@proofkeep/bundle';
import type { Bytes } from '@proofkeep/contract';
import type { Context } from '../../http/context.ts';
import { requireConfirmed } from '../../http/sessions.ts';
import { exportedRows } from './export-store.ts';
import { exportFiles, readme } from './export-words.ts';
import { requireHolder } from './service.ts';

type Row = Record<string, unknown>;

/** A byte order mark, by which spreadsheet programs recognise UTF-8. */
const bom = '\uFEFF';

/** Everything about the account that its holder may take along; bundles are linked, as they are large and downloaded alone. */
export async function exportData(_input: unknown, { db, caller, services, now }: Context<'main'>): Promise<Bytes> {
  requireHolder(caller);
  await requireConfirmed(db, caller, now);
  const rows = await exportedRows(db, { ...caller, publicUrl: services.publicUrl });
  const texts: [string, string][] = [['README.txt', readme(now)]];
  for (const [name, { columns }] of Object.entries(exportFiles)) {
    const list = rows[name as keyof typeof exportFiles];
    texts.push([`${name}.json`, JSON.stringify(list, null, 2)], [`${name}.csv`, csvOf(columns, list)]);
  }
  const parts = texts.map(([name, text]) => {
    const bytes = Buffer.from(text);
    return { name, size: bytes.length, crc32: crc32(bytes), content: bytesSource(bytes) };
  });
  const zip = zipSource(parts.toSorted((a, b) => (a.name < b.name ? -1 : 1)));
  const body = Buffer.from(await zip.read(0, zip.size));
  return { body, fileName: `proofkeep-${now.toISOString().slice(0, 10)}.zip`, sizeBytes: body.length };
}

/** RFC 4180, with the names of the columns in both languages. */
function csvOf(columns: Readonly<Record<string, readonly [string, string]>>, rows: readonly Row[]): string {
  const head = Object.values(columns).map(([zh, en]) => cellOf(`${zh} / ${en}`));
  const lines = rows.map((row) => Object.keys(columns).map((name) => cellOf(row[name])));
  return `${bom}${[head, ...lines].map((line) => line.join(',')).join('\r\n')}\r\n`;
}

/** A text that a spreadsheet would run as a formula is led by an apostrophe (OWASP, CSV injection). */
function cellOf(value: unknown): string {
  const plain =
    value === null || value === undefined ? '' : value instanceof Date ? value.toISOString() : textOf(value);
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(plain) ? `'${plain}` : plain;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const textOf = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value));
