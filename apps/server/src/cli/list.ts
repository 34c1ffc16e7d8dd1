import { parseArgs } from 'node:util';
import { readConfig } from '../config.ts';
import { recover } from '../features/attestations/recovery.ts';
import { allAttestations } from '../features/attestations/store.ts';
import { openInstallation } from '../installation.ts';

/** `proofkeep list`: every attestation of this installation, newest first. */
export async function runList(argv: string[]): Promise<number> {
  const { values } = parseArgs({ args: argv, options: { json: { type: 'boolean', default: false } } });
  const installation = await openInstallation(readConfig(process.env), process.env);
  try {
    await recover(installation);
    const rows = await installation.database.withClient(allAttestations);
    if (values.json) process.stdout.write(`${JSON.stringify(rows)}\n`);
    for (const row of values.json ? [] : rows) {
      const failure = row.failureCode ? `  ${row.failureCode}: ${row.failureDetail}` : '';
      process.stdout.write(`${row.ano}  ${row.createdAt.toISOString()}  ${row.state}  ${row.url}${failure}\n`);
    }
    return 0;
  } finally {
    await installation.close();
  }
}
