import { crc32 } from 'node:zlib';
import type { KnownInput } from '@proofkeep/bundle/node';
import type { exportedRows } from './content-store.ts';
import { exportFiles, readme } from './words.ts';

type Row = Record<string, unknown>;

/** A byte order mark, by which spreadsheet programs recognise UTF-8. */
const bom = '\uFEFF';

/** The rows as files: JSON for programs, CSV for people, and a text that explains them. */
export function tableFiles(
  rows: Awaited<ReturnType<typeof exportedRows>>,
  o: { now: Date; bundles: number; missing: readonly string[] },
): KnownInput[] {
  const files = [fileOf('README.txt', readme(o))];
  for (const [name, { columns }] of Object.entries(exportFiles)) {
    const list = rows[name as keyof typeof exportFiles];
    files.push(fileOf(`${name}.json`, JSON.stringify(list, null, 2)), fileOf(`${name}.csv`, csvOf(columns, list)));
  }
  return files;
}

function fileOf(name: string, text: string): KnownInput {
  const bytes = Buffer.from(text);
  const read = async () =>
    (async function* () {
      yield bytes;
    })();
  return { name, size: bytes.length, crc32: crc32(bytes), read };
}

/** RFC 4180, with the names of the columns in both languages. */
function csvOf(columns: Readonly<Record<string, readonly [string, string]>>, rows: readonly Row[]): string {
  const head = Object.values(columns).map(([zh, en]) => cellOf(`${zh} / ${en}`));
  const lines = rows.map((row) => Object.keys(columns).map((name) => cellOf(row[name])));
  return `${bom}${[head, ...lines].map((line) => line.join(',')).join('\r\n')}\r\n`;
}

/** Prefixes an apostrophe to text that a spreadsheet would run as a formula (OWASP, CSV injection). */
function cellOf(value: unknown): string {
  const plain =
    value === null || value === undefined ? '' : value instanceof Date ? value.toISOString() : textOf(value);
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(plain) ? `'${plain}` : plain;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const textOf = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value));
