import { randomBytes } from 'node:crypto';
import { type Message, message } from '@proofkeep/contract';

/** The node logs the faults of this process, which makes one capture, under this id; users see the id instead. */
export const traceId = randomBytes(8).toString('hex');

/** Writes an error of the program or the system to standard error, which the node logs, and returns what users read instead. */
export function reportFault(error: unknown): Message {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`${JSON.stringify({ traceId, fault: text })}\n`);
  return message('program.fault', { trace: traceId });
}

/** Errors of the disk or of this machine's limits: what is captured after one would lack more than the page did. */
const machineCodes = new Set([
  'ENOSPC',
  'EDQUOT',
  'EACCES',
  'EPERM',
  'EROFS',
  'EIO',
  'EMFILE',
  'ENFILE',
  'ENOMEM',
  'ENOENT',
]);

export const isFaultOfMachine = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && machineCodes.has(String(error.code));
