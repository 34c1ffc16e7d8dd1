import { parentPort, workerData } from 'node:worker_threads';
import type { StatementFile } from './file.ts';
import { drawStatement } from './paper.ts';

const bytes = await drawStatement(workerData as StatementFile);
const own = Uint8Array.from(bytes);
parentPort?.postMessage(own, [own.buffer]);
