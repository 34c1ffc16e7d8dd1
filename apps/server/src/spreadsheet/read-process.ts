import { buffer } from 'node:stream/consumers';
import { readSheet } from 'read-excel-file/universal';
import { decodeText, parseCsv } from './csv.ts';
import { type SheetFault, sheetLimits } from './limits.ts';
import { unpackedSizeOf } from './zip-sizes.ts';

type Cell = string | number | boolean | Date | null;

class Fault extends Error {
  readonly fault: SheetFault;

  constructor(fault: SheetFault) {
    super(fault);
    this.fault = fault;
  }
}

async function cellsOf(file: Buffer): Promise<Cell[][]> {
  if (file.subarray(0, 4).toString('latin1') === 'PK\u0003\u0004') return excelCells(file);
  // The compound file of `.xls` and of encrypted workbooks ([MS-CFB] 2.2).
  if (file.subarray(0, 4).toString('hex') === 'd0cf11e0') throw new Fault('type');
  const text = decodeText(file);
  if (text === null) throw new Fault('type');
  return parseCsv(text, sheetLimits.rows);
}

async function excelCells(file: Buffer): Promise<Cell[][]> {
  const { parts, bytes } = unpackedSizeOf(file) ?? { parts: 0, bytes: 0 };
  if (parts === 0) throw new Fault('broken');
  if (parts > sheetLimits.parts || bytes > sheetLimits.unpackedBytes) throw new Fault('too-large');
  const copy = Uint8Array.from(file).buffer;
  return (await readSheet(copy).catch(() => {
    throw new Fault('broken');
  })) as Cell[][];
}

function textOf(cell: Cell | undefined): string {
  if (cell === null || cell === undefined) return '';
  const text = cell instanceof Date ? cell.toISOString() : String(cell);
  return text.slice(0, sheetLimits.cellLength).replaceAll('\0', '').toWellFormed().trim();
}

async function read(): Promise<object> {
  try {
    const cells = await cellsOf(await buffer(process.stdin));
    const rows = cells.flatMap((row, at) => {
      const texts = row.slice(0, sheetLimits.columns).map(textOf);
      return texts.some((text) => text !== '') ? [{ number: at + 1, cells: texts }] : [];
    });
    const characters = rows.reduce((sum, row) => row.cells.reduce((all, { length }) => all + length, sum), 0);
    const isTooLarge = rows.length > sheetLimits.rows || characters > sheetLimits.characters;
    return isTooLarge ? { fault: 'too-large' } : { rows };
  } catch (error) {
    if (error instanceof Fault) return { fault: error.fault };
    throw error;
  }
}

process.stdout.write(JSON.stringify(await read()));
