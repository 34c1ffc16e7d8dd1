/** Limits of a spreadsheet; a larger one is refused. */
export const sheetLimits = {
  rows: 20_000,
  columns: 50,
  /** A spreadsheet holds at most 32,767 characters in a cell. */
  cellLength: 32_767,
  /** All texts together: the service parses them at once. */
  characters: 16 * 2 ** 20,
  /** All parts of an Excel file, unpacked. */
  unpackedBytes: 48 * 2 ** 20,
  /** Parts of an Excel file. */
  parts: 2_000,
} as const;

/** The file is not a supported spreadsheet, is damaged, or contains too much. */
export type SheetFault = 'type' | 'broken' | 'too-large';
