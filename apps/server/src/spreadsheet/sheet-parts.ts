import type { SheetHead, SheetRow } from './sheet.ts';

/** ECMA-376-1 §18.2.28: days since 1899-12-30, with a nonexistent day (1900-02-29) before March 1900. */
const epochMs = Date.UTC(1899, 11, 30);
const dayMs = 86_400_000;

/** Styles 0 to 2 are plain, bold, and bold over numbers; each further one is a number format of a column. */
const firstFormat = 3;

/** Numbers are right-aligned, indented away from the text of the next column; times are left-aligned. */
const isTime = (format: string): boolean => format.includes('yyyy');
const atRight = '<alignment horizontal="right" indent="1"/>';

/** Characters that XML 1.0 §2.2 doesn't allow, which would make the file unreadable. */
// oxlint-disable-next-line no-control-regex
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
/** A reader takes `_x0041_` in a text for an escaped character (ECMA-376-1 §22.9.2.19), so its underscore is escaped itself. */
const escaped = /_(?=x[0-9A-Fa-f]{4}_)/g;
const special = /[&<>"\r]/g;
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\r': '&#13;' };

const textOf = (text: string): string =>
  text
    .toWellFormed()
    .replace(forbidden, '\ufffd')
    .replace(escaped, '_x005F_')
    .replace(special, (one) => entities[one] ?? '');

/** A, B, … Z, AA, … */
export const columnName = (at: number): string =>
  (at < 26 ? '' : columnName(Math.floor(at / 26) - 1)) + String.fromCodePoint(65 + (at % 26));

/** Writes rows as XML. Text stays text whatever it begins with, never a formula (OWASP, CSV injection). */
export function rowWriter({ columns }: SheetHead): (row: SheetRow, at: number) => string {
  const formats = formatsOf(columns);
  const names = columns.map((_, at) => columnName(at));
  const styles = columns.map(({ format }) =>
    format === undefined ? '' : ` s="${firstFormat + formats.indexOf(format)}"`,
  );
  const cell = (value: SheetRow[number], at: number, line: number): string => {
    if (value === null) return '';
    const place = `r="${names[at]}${line}"`;
    if (typeof value === 'string')
      return `<c ${place} t="inlineStr"><is><t xml:space="preserve">${textOf(value)}</t></is></c>`;
    const number = typeof value === 'number' ? value : (value.getTime() - epochMs) / dayMs;
    return `<c ${place}${styles[at]}><v>${number}</v></c>`;
  };
  return (row, line) => `<row r="${line}">${row.map((value, at) => cell(value, at, line)).join('')}</row>`;
}

const formatsOf = (columns: SheetHead['columns']): string[] => [
  ...new Set(columns.flatMap(({ format }) => (format === undefined ? [] : [format]))),
];

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** The sheet's part up to its first row: a fixed head row, the widths, and the head itself. */
export function sheetStart({ columns }: SheetHead): string {
  const widths = columns.map(
    ({ width }, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`,
  );
  const head = columns.map(
    ({ header, format }, at) =>
      `<c r="${columnName(at)}1" s="${format === undefined || isTime(format) ? 1 : 2}" t="inlineStr"><is><t>${textOf(header)}</t></is></c>`,
  );
  return `${declaration}<worksheet xmlns="${main}"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData><row r="1">${head.join('')}</row>`;
}

/** Printed on A4 (`paperSize` 9) across, with all columns on one page and as many pages as the rows need (ECMA-376-1 §18.3.1.63). */
export const sheetEnd = '</sheetData><pageSetup paperSize="9" fitToHeight="0" orientation="landscape"/></worksheet>';

/** The other parts of the file (ECMA-376-1 §12.3), by name. */
export function otherParts({ name, columns }: SheetHead): [string, string][] {
  const formats = formatsOf(columns);
  const numbers = formats.map((format, at) => `<numFmt numFmtId="${164 + at}" formatCode="${textOf(format)}"/>`);
  const cells = formats.map((format, at) => {
    const alignment = isTime(format) ? '<alignment horizontal="left"/>' : atRight;
    return `<xf numFmtId="${164 + at}" applyNumberFormat="1" applyAlignment="1">${alignment}</xf>`;
  });
  const boldAtRight = `<xf fontId="1" applyFont="1" applyAlignment="1">${atRight}</xf>`;
  const list = (tag: string, items: readonly string[]) =>
    items.length === 0 ? '' : `<${tag} count="${items.length}">${items.join('')}</${tag}>`;
  return [
    [
      '[Content_Types].xml',
      `${declaration}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${types}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/></Types>`,
    ],
    [
      '_rels/.rels',
      `${declaration}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      'xl/workbook.xml',
      `${declaration}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="${textOf(name)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `${declaration}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
    ],
    [
      'xl/styles.xml',
      `${declaration}<styleSheet xmlns="${main}">${list('numFmts', numbers)}<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>${list('cellXfs', ['<xf/>', '<xf fontId="1" applyFont="1"/>', boldAtRight, ...cells])}<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
    ],
  ];
}
