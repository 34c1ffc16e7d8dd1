/** A sheet's content, as plain values that can be sent to a worker thread. */
export interface Sheet {
  name: string;
  columns: { header: string; width: number; format?: string }[];
  rows: (string | number | Date | null)[][];
}
