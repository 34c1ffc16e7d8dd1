import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import type { Refusal } from '../kit/refusal.ts';
import { readTable } from './read.ts';
import { columnName } from './sheet-parts.ts';
import { hasLibreOffice, shownByLibreOffice } from './testing/libre-office.ts';
import { sheetPieces, writeSheet } from './write.ts';

const columns = [
  { header: '名称 & "title"', width: 30 },
  { header: 'At', width: 20, format: 'yyyy-mm-dd hh:mm:ss' },
];
const head = { name: 'A & B', columns };

async function collect(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
}

/** Reads a part with another program; it fails if the archive is damaged. */
function unzipped(file: Buffer, part: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'sheet-'));
  try {
    writeFileSync(join(folder, 'a.xlsx'), file);
    execFileSync('unzip', ['-tq', join(folder, 'a.xlsx')]);
    return execFileSync('unzip', ['-p', join(folder, 'a.xlsx'), part], { encoding: 'utf8', maxBuffer: 2 ** 28 });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('workers that write files', () => {
  const givenBegun = async () => {
    const started: Worker[] = [];
    process.once('worker', (worker) => void started.push(worker));
    const pieces = sheetPieces(
      head,
      Array.from({ length: 3 }, () => [['a', null]]),
    );
    await pieces.next();
    return { pieces, worker: started[0] as Worker };
  };

  it('end the file with an error when they are killed between two answers', async () => {
    const { pieces, worker } = await givenBegun();

    await worker.terminate();

    await expect(pieces.next()).rejects.toThrow('The worker ended with 1');
  });

  it('end the file, and not the service, when they fail between two answers', async () => {
    const { pieces, worker } = await givenBegun();

    const ended = new Promise((resolve) => worker.once('exit', resolve));
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin to name
    worker.postMessage({ length: 1 });
    await ended;

    await expect(pieces.next()).rejects.toThrow('slice');
  });

  it('run at most two at a time for waiting users; beyond a queue of 16 a call is refused', async () => {
    let [running, most] = [0, 0];
    const noteStart = (worker: Worker) => {
      most = Math.max(most, ++running);
      worker.once('exit', () => running--);
    };
    process.on('worker', noteStart);

    const ends = await Promise.allSettled(
      Array.from({ length: 20 }, () => writeSheet({ ...head, rows: [['a', null]] })),
    );
    process.off('worker', noteStart);

    expect(most).toBe(2);
    const refused = ends.flatMap((end) => (end.status === 'rejected' ? [(end.reason as Refusal).code] : []));
    expect(refused).toEqual(['EXPORTS_BUSY', 'EXPORTS_BUSY']);
  });
});

describe('an Excel file', () => {
  it('has text unchanged, never a formula, and no characters that XML forbids', async () => {
    const texts = [
      '=1+1',
      '@SUM(A1)',
      '<c t="x">&amp;',
      ' a\r\nb\tc ',
      'a\u0000b\ufffe',
      '\ud800',
      '_x0041_',
      '😀商品',
    ];

    const file = await writeSheet({ ...head, rows: texts.map((text) => [text, null]) });

    const read = (await readTable(file)).slice(1).map(({ cells }) => cells[0]);
    expect(read.map((text) => text?.trim())).toEqual([
      '=1+1',
      '@SUM(A1)',
      '<c t="x">&amp;',
      'a\r\nb\tc',
      'a\ufffdb\ufffd',
      '\ufffd',
      '_x0041_',
      '😀商品',
    ]);
    expect(unzipped(file, 'xl/worksheets/sheet1.xml')).not.toContain('<f>');
    expect(unzipped(file, 'xl/workbook.xml')).toContain('name="A &amp; B"');
  });

  it.skipIf(!hasLibreOffice)(
    'is opened by LibreOffice, which computes nothing of its text',
    async () => {
      const texts = [
        '=1+1',
        '=HYPERLINK("https://evil.example","x")',
        "+cmd|'/C calc'!A0",
        '@SUM(1;1)',
        '-2+3',
        '\t=1+1',
      ];

      const [, ...rows] = shownByLibreOffice(await writeSheet({ ...head, rows: texts.map((text) => [text, null]) }));

      expect(rows.map((cells) => cells.slice(0, -1).join('|'))).toEqual(texts);
    },
    90_000,
  );

  it('has numbers unchanged, and times as days since 1899-12-30 in the format of their column', async () => {
    const at = new Date('2026-11-23T12:00:00.000Z');

    const xml = unzipped(await writeSheet({ ...head, rows: [[1.5, at]] }), 'xl/worksheets/sheet1.xml');

    expect(xml).toContain('<c r="A2"><v>1.5</v></c><c r="B2" s="3"><v>46349.5</v></c>');
  });

  it('aligns the headers of numbers right, like the numbers, and those of times left', async () => {
    const columns = [
      { header: 'Time', width: 20, format: 'yyyy-mm-dd' },
      { header: 'Amount', width: 10, format: '0.00' },
      { header: 'What', width: 10 },
    ];
    const file = await writeSheet({ name: 'A', columns, rows: [] });
    const sheet = unzipped(file, 'xl/worksheets/sheet1.xml');

    expect([...sheet.matchAll(/<c r="(\w+)" s="(\d)"/g)].map(([, place, style]) => [place, style])).toEqual([
      ['A1', '1'],
      ['B1', '2'],
      ['C1', '1'],
    ]);
    const styles = [...unzipped(file, 'xl/styles.xml').matchAll(/<alignment horizontal="(\w+)"/g)];
    expect(styles.map(([, side]) => side)).toEqual(['right', 'left', 'right']);
  });

  it('is printed across A4 with all its columns on one page', async () => {
    const xml = unzipped(await writeSheet({ ...head, rows: [['a', null]] }), 'xl/worksheets/sheet1.xml');

    expect(xml).toContain('<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>');
    expect(xml).toContain('<pageSetup paperSize="9" fitToHeight="0" orientation="landscape"/></worksheet>');
  });

  it('is written batch by batch, each read after the previous one is compressed', async () => {
    const read: number[] = [];
    function* batches() {
      for (let batch = 0; batch < 4; batch++) {
        read.push(batch);
        yield Array.from({ length: 1_000 }, (_, n) => [`row ${batch * 1_000 + n}`, null]);
      }
    }
    const pieces = sheetPieces(head, batches());

    await pieces.next();
    const readAtFirst = [...read];
    await pieces.return(undefined);
    read.length = 0;
    const file = await collect(sheetPieces(head, batches()));

    expect(readAtFirst).toEqual([0]);
    const rows = await readTable(file);
    expect([rows.length, rows.at(-1)]).toEqual([4_001, { number: 4_001, cells: ['row 3999', ''] }]);
  });

  it('fails if the rows do', async () => {
    // oxlint-disable-next-line require-yield -- it fails before its first batch
    async function* batches(): AsyncGenerator<string[][]> {
      throw new Error('The database is gone.');
    }

    await expect(collect(sheetPieces(head, batches()))).rejects.toThrow('The database is gone.');
  });

  it.each([
    [0, 'A'],
    [25, 'Z'],
    [26, 'AA'],
    [701, 'ZZ'],
    [702, 'AAA'],
  ])('names column %i %s', (at, name) => {
    expect(columnName(at)).toBe(name);
  });
});
