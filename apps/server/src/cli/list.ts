import { parseArgs } from 'node:util';
import { languageOf } from '@proofkeep/contract';
import { printable } from '@proofkeep/verify/node';
import { openDatabase } from '../database/database.ts';
import { listAllAttestations } from '../features/attestations/service.ts';
import { readConfig } from '../read-config.ts';
import { wordsIn } from './words.ts';

/**
 * `proofkeep list`: lists every attestation of this installation, newest first. Read-only: interrupted attestations are
 * listed as they are.
 */
export async function runList(argv: string[]): Promise<number> {
  const { values } = parseArgs({
    args: argv,
    options: { json: { type: 'boolean', default: false }, lang: { type: 'string' } },
  });
  const words = wordsIn(languageOf(values.lang, process.env));
  const database = await openDatabase(readConfig(process.env));
  try {
    const rows = await database.withClient(listAllAttestations);
    if (values.json) process.stdout.write(`${JSON.stringify(rows)}\n`);
    for (const row of values.json ? [] : rows) {
      const failure = row.failure ? `  ${words.failure(row.failure)}` : '';
      const line = `${row.ano}  ${row.createdAt.toISOString()}  ${words.state(row.state)}  ${row.url}${failure}`;
      process.stdout.write(`${printable(line)}\n`);
    }
    return 0;
  } finally {
    await database.close();
  }
}
