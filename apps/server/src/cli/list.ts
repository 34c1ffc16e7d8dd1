import { parseArgs } from 'node:util';
import { printable } from '@proofkeep/verify/node';
import { readConfig } from '../config.ts';
import { recover } from '../features/attestations/recovery.ts';
import { allAttestations } from '../features/attestations/store.ts';
import { openInstallation } from '../installation.ts';
import { languageOf, wordsIn } from './words.ts';

/** `proofkeep list`: every attestation of this installation, newest first. */
export async function runList(argv: string[]): Promise<number> {
  const { values } = parseArgs({
    args: argv,
    options: { json: { type: 'boolean', default: false }, lang: { type: 'string' } },
  });
  const words = wordsIn(languageOf(values.lang, process.env));
  const installation = await openInstallation(readConfig(process.env), process.env);
  try {
    await recover(installation);
    const rows = await installation.database.withClient(allAttestations);
    if (values.json) process.stdout.write(`${JSON.stringify(rows)}\n`);
    for (const row of values.json ? [] : rows) {
      const failure = row.failure ? `  ${words.failure(row.failure)}` : '';
      const line = `${row.ano}  ${row.createdAt.toISOString()}  ${words.state(row.state)}  ${row.url}${failure}`;
      process.stdout.write(`${printable(line)}\n`);
    }
    return 0;
  } finally {
    await installation.close();
  }
}
