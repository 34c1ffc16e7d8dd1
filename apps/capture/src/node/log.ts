/** One line of JSON for each thing that happens, for whoever runs the node. */
export type Log = (event: string, facts?: Record<string, string | number>) => void;

export const logLine: Log = (event, facts = {}) =>
  void process.stdout.write(`${JSON.stringify({ at: new Date().toISOString(), event, ...facts })}\n`);
