/** Writes one line of JSON per event, for the node's operator. */
export type Log = (event: string, facts?: Record<string, string | number>) => void;

export const logLine: Log = (event, facts = {}) =>
  void process.stdout.write(`${JSON.stringify({ at: new Date().toISOString(), event, ...facts })}\n`);
