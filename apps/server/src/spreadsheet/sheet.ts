/** A row of plain values, which can be sent to a worker thread. */
export type SheetRow = (string | number | Date | null)[];

/** Name and columns of a sheet. */
export interface SheetHead {
  name: string;
  columns: { header: string; width: number; format?: string }[];
}

/** A sheet with all its rows. */
export interface Sheet extends SheetHead {
  rows: SheetRow[];
}

/** Rows below the head that a sheet can hold (ECMA-376-1 §18.3.1.73 and the limit of Excel). */
export const mostSheetRows = 1_048_575;
