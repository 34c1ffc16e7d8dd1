/**
 * Does the work for each row, so that a row that fails doesn't stop those after it. The job fails at the end, is logged and
 * retried: the work must be safe to run twice.
 * @throws AggregateError with the errors of all rows that failed
 */
export async function eachAlone<Row>(rows: Iterable<Row>, work: (row: Row) => Promise<unknown>): Promise<void> {
  const errors: unknown[] = [];
  for (const row of rows) await work(row).catch((error: unknown) => errors.push(error));
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} rows failed`);
}
