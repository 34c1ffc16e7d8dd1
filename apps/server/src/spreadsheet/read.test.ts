import { describe, expect, it } from 'vitest';
import { readTable, SheetError } from './read.ts';
import { usageDuring } from './testing/child-usage.ts';
import { sheetOf, textCell, workbookOf } from './testing/workbook.ts';
import { writeSheet } from './write.ts';

const url = 'https://example.com/a';
const cellsOf = async (file: Buffer) => (await readTable(file)).map(({ cells }) => cells);
const faultOf = (file: Buffer) =>
  readTable(file).then(
    () => null,
    (error: unknown) => (error instanceof SheetError ? error.fault : Promise.reject(error)),
  );
/** `网址,名称` and a row, in GBK. */
const gbk = Buffer.concat([
  Buffer.from([0xcd, 0xf8, 0xd6, 0xb7, 0x2c, 0xc3, 0xfb, 0xb3, 0xc6, 0x0a]),
  Buffer.from(`${url},`),
  Buffer.from([0xc9, 0xcc, 0xc6, 0xb7, 0x0a]),
]);

describe('a spreadsheet is read', () => {
  it('from our own template, with its row numbers', async () => {
    const columns = [
      { header: '网址', width: 9 },
      { header: '名称', width: 9 },
    ];
    const file = await writeSheet({
      name: 'S',
      columns,
      rows: [
        [url, '甲'],
        [null, null],
        [url, 7],
      ],
    });

    expect(await readTable(file)).toEqual([
      { number: 1, cells: ['网址', '名称'] },
      { number: 2, cells: [url, '甲'] },
      { number: 4, cells: [url, '7'] },
    ]);
  });

  it.each([
    ['UTF-8', Buffer.from(`网址,名称\n${url},商品\n`)],
    ['UTF-8 with a byte order mark', Buffer.from(`\ufeff网址,名称\r\n${url},商品\r\n`)],
    ['GBK', gbk],
    ['UTF-16, as Excel saves Unicode text', Buffer.from(`\ufeff网址\t名称\n${url}\t商品`, 'utf16le')],
    ['CSV with semicolons and quotes', Buffer.from(`网址;名称\n"${url}";"商品"`)],
  ])('from %s', async (_name, file) => {
    expect(await cellsOf(file)).toEqual([
      ['网址', '名称'],
      [url, '商品'],
    ]);
  });

  it('with commas, quotes and line breaks within quotes', async () => {
    expect(await cellsOf(Buffer.from(`a,"b ""c"", d\ne"\n"open`))).toEqual([['a', 'b "c", d\ne'], ['open']]);
  });

  it('of the most rows, each with ten columns', async () => {
    const columns = Array.from({ length: 10 }, () => ({ header: '网址', width: 9 }));
    const rows = Array.from({ length: 10_000 }, (_, n) => columns.map((__, at) => `${url}?row=${n}&column=${at}`));
    const file = await writeSheet({ name: 'S', columns, rows });

    expect(await cellsOf(file)).toHaveLength(10_001);
  }, 60_000);

  it('with formulas as their stored values, never evaluated', async () => {
    const formula = `<c r="A1" t="str"><f>WEBSERVICE("http://127.0.0.1/")</f><v>${url}</v></c>`;
    expect(await cellsOf(workbookOf(sheetOf(`<row r="1">${formula}</row>`)))).toEqual([[url]]);
    expect(await cellsOf(Buffer.from('=cmd|"/c calc"!A0,x'))).toEqual([['=cmd|"/c calc"!A0', 'x']]);
  });

  it('with merged cells as their first cell', async () => {
    const row = `<row r="1">${textCell('A1', url)}<c r="B1"/></row>`;
    const merged = sheetOf(row).replace(
      '</sheetData>',
      '</sheetData><mergeCells><mergeCell ref="A1:B2"/></mergeCells>',
    );
    expect(await cellsOf(workbookOf(merged))).toEqual([[url]]);
  });

  it('without the files and addresses that entities name', async () => {
    const entities = '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>';
    const read = await readTable(workbookOf(sheetOf(`<row r="1">${textCell('A1', '&e;')}</row>`, entities))).catch(
      (error: unknown) => error,
    );
    expect(JSON.stringify(read)).not.toContain('root:');
  });
});

const laughs = Array.from({ length: 12 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join('');

describe('a hostile file is refused, or harmless, within 5 s and 500 MB of a process of its own', () => {
  it.each([
    ['a sheet that unpacks to 1 GB', () => workbookOf(Buffer.alloc(1024 ** 3 / 4, ' '), {}), 'too-large'],
    [
      'a sheet that says it is small and isn’t',
      () => workbookOf(Buffer.alloc(2 ** 27, '<'), { statedSize: 100 }),
      null,
    ],
    [
      'a row with number 10⁹',
      () => workbookOf(sheetOf(`<row r="1000000000">${textCell('A1000000000', url)}</row>`)),
      null,
    ],
    [
      'a sheet that says it has 10⁹ rows and has one',
      () =>
        workbookOf(
          sheetOf(`<row r="1">${textCell('A1', url)}</row>`).replace(
            '<sheetData>',
            '<dimension ref="A1:XFD1000000000"/><sheetData>',
          ),
        ),
      null,
    ],
    [
      '10⁶ rows',
      () =>
        workbookOf(
          sheetOf(
            Array.from({ length: 1_000_000 }, (_, n) => `<row r="${n + 1}"><c r="A${n + 1}"><v>1</v></c></row>`).join(
              '',
            ),
          ),
        ),
      'too-large',
    ],
    [
      'the last column in each of 20,000 rows',
      () =>
        workbookOf(
          sheetOf(
            Array.from({ length: 20_000 }, (_, n) => `<row r="${n + 1}">${textCell(`XFD${n + 1}`, 'x')}</row>`).join(
              '',
            ),
          ),
        ),
      'too-large',
    ],
    [
      'entities in entities',
      () =>
        workbookOf(
          sheetOf(`<row r="1">${textCell('A1', '&l12;')}</row>`, `<!DOCTYPE x [<!ENTITY l0 "lol">${laughs}]>`),
        ),
      null,
    ],
    [
      '2.7 million shared strings, of which one is used',
      () =>
        workbookOf(sheetOf('<row r="1"><c r="A1" t="s"><v>0</v></c></row>'), {
          sharedStrings: `<sst>${'<si><t>x</t></si>'.repeat(2_700_000)}</sst>`,
        }),
      null,
    ],
    ['15 million elements in elements, none of them closed', () => workbookOf(sheetOf('<a>'.repeat(15_000_000))), null],
    ['a CSV of 10⁶ lines', () => Buffer.from('x\n'.repeat(1_000_000)), 'too-large'],
    ['a cell of 8 MB', () => Buffer.from(`"${'x'.repeat(8 * 2 ** 20)}`), null],
    ['an archive cut short', () => workbookOf(sheetOf('')).subarray(0, 300), 'broken'],
    ['an archive of something else', () => Buffer.from('PK\u0003\u0004nothing'), 'broken'],
    ['an old or encrypted workbook', () => Buffer.from('d0cf11e0a1b11ae1'.repeat(64), 'hex'), 'type'],
    ['a picture', () => Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'type'],
  ] as const)(
    '%s',
    async (_name, make, fault) => {
      const file = Buffer.from(make());
      let found: string | null = null;

      const { peakMb, cpuSeconds } = await usageDuring(async () => {
        found = await faultOf(file);
      });

      if (fault) expect(found).toBe(fault);
      expect(cpuSeconds).toBeLessThan(5);
      expect(peakMb).toBeGreaterThan(0);
      expect(peakMb).toBeLessThan(500);
    },
    60_000,
  );
});
