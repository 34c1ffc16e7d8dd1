import { parseArgs } from 'node:util';
import { languageOf } from '@proofkeep/contract';
import { findAttestation } from '../features/attestations/service.ts';
import { openInstallation } from '../installation.ts';
import { readConfig } from '../read-config.ts';
import { exportBundle } from './local/export.ts';
import { dropUnsealed, finishSealed } from './local/recovery.ts';
import { reportRecovered } from './local/report-recovered.ts';
import { outFile } from './out.ts';
import { showProgress } from './progress.ts';
import { UsageError } from './usage.ts';
import { wordsIn } from './words.ts';

/**
 * `proofkeep export <number> --out <file>`: writes the bundle of a sealed attestation again, including one whose seal a
 * crash interrupted.
 */
export async function runExport(argv: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: { out: { type: 'string', short: 'o' }, lang: { type: 'string' } },
  });
  const [ano, ...rest] = positionals;
  if (!ano || rest.length > 0 || !values.out) throw new UsageError('export <number> --out <file>');
  const words = wordsIn(languageOf(values.lang, process.env));
  const out = outFile(values.out, words);

  const installation = await openInstallation(readConfig(process.env), process.env);
  try {
    const { note } = showProgress(process.stderr, words);
    reportRecovered(await dropUnsealed(installation), words, note);
    reportRecovered(await finishSealed(installation), words, note);
    const attestation = await installation.database.withClient((client) => findAttestation(client, ano));
    if (!attestation) throw new UsageError(`${words.say('unknownAno')}: ${ano}`);
    if (attestation.state !== 'succeeded')
      throw new UsageError(`${words.say('notSealed')}: ${ano} (${attestation.state})`);
    await exportBundle(installation, ano, out);
    process.stdout.write(`${words.say('written')}: ${out}\n`);
    return 0;
  } finally {
    await installation.close();
  }
}
