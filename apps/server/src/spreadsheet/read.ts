import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { limitConcurrency } from '../kit/concurrency-limit.ts';
import type { SheetFault } from './limits.ts';

const program = fileURLToPath(new URL('./read-process.ts', import.meta.url));
/**
 * A hostile file is abandoned within 5 s, because a user waits for it. This counts processor time: on a busy machine the
 * process of an honest file may need longer merely to start. No file makes the process wait: it gets the whole file,
 * parses it in memory without opening anything, and writes one answer. So a file can cost no other time, and on a free
 * processor elapsed time is processor time.
 */
const mostCpuSeconds = 4;
/** Ends a process that the machine gives too little processor time. */
const mostMs = 30_000;
/**
 * The process ends when its heap is full. With the unpacked file and the program it stays below 500 MB. The space of new
 * objects has a size of its own: by default V8 makes it larger the more memory the machine has.
 */
const heapFlags = ['--max-old-space-size=120', '--max-semi-space-size=4'];
const inTurn = limitConcurrency(2);

/** Thrown for a file that can't be read. */
export class SheetError extends Error {
  override name = 'SheetError';
  readonly fault: SheetFault;

  constructor(fault: SheetFault, cause?: unknown) {
    super(`The spreadsheet can't be read: ${fault}.`, { cause });
    this.fault = fault;
  }
}

/**
 * Reads the first sheet of an Excel file, or a CSV file, as text; formulas are never evaluated. A separate process
 * reads it, without the service's environment: a crafted file that fills the heap ends that process and not the
 * service. @returns rows of cells, `number` as in the spreadsheet; empty rows are left out @throws SheetError
 */
export function readTable(file: Uint8Array): Promise<TableRow[]> {
  return inTurn(() => readInProcess(file));
}

export interface TableRow {
  number: number;
  cells: string[];
}

function readInProcess(file: Uint8Array): Promise<TableRow[]> {
  return new Promise((resolve, reject) => {
    const args = [process.execPath, ...heapFlags, '--no-warnings', program];
    // The kernel ends the process (RLIMIT_CPU, setrlimit(2)): its own timers don't run while it parses.
    const child = spawn('/bin/sh', ['-c', `ulimit -t ${mostCpuSeconds} && exec "$@"`, 'sh', ...args], {
      env: {},
      stdio: ['pipe', 'pipe', 'ignore'],
      timeout: mostMs,
      killSignal: 'SIGKILL',
    });
    const output: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
    child.on('error', reject);
    child.on('close', (code) => {
      // Ended by one of the limits, or out of memory.
      if (code !== 0) return reject(new SheetError('too-large'));
      const answer = JSON.parse(Buffer.concat(output).toString()) as { rows: TableRow[] } | { fault: SheetFault };
      if ('fault' in answer) reject(new SheetError(answer.fault));
      else resolve(answer.rows);
    });
    // The process may end before it has read everything.
    child.stdin.on('error', () => {});
    child.stdin.end(file);
  });
}
