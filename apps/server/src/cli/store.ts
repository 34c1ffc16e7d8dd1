import { parseArgs } from 'node:util';
import { languageOf } from '@proofkeep/contract';
import { printable } from '@proofkeep/verify/node';
import { openDatabase } from '../database/database.ts';
import { checkStore } from '../features/attestations/service.ts';
import { readConfig } from '../read-config.ts';
import { openStore } from '../store/open-store.ts';
import { UsageError } from './usage.ts';
import { wordsIn } from './words.ts';

const problemWords = {
  missing: 'fileMissing',
  altered: 'fileAltered',
  unreadable: 'fileUnreadable',
  unretained: 'fileUnretained',
  unknown: 'evidenceUnknown',
} as const;

/**
 * `proofkeep store check`: re-reads all certified evidence. Exit code 1 if a file differs from what was sealed or is
 * not retained. Evidence that the database doesn't know is listed, but is not an error.
 */
export async function runStore(argv: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: { lang: { type: 'string' }, json: { type: 'boolean', default: false } },
  });
  if (positionals.join(' ') !== 'check') throw new UsageError('store check');
  const words = wordsIn(languageOf(values.lang, process.env));
  const print = (text: string) => process.stdout.write(`${printable(text)}\n`);
  const config = readConfig(process.env);
  const store = await openStore(config);
  const database = await openDatabase(config);
  try {
    const report = await checkStore({ database, store }, (found) => {
      if (values.json) print(JSON.stringify(found));
      else {
        const sign = found.problem === 'unknown' ? '?' : '✗';
        print(`${sign} ${found.ano}  ${found.key}  ${words.say(problemWords[found.problem])} (${found.detail})`);
      }
    });
    const counts = `${report.attestations} / ${report.files} / ${report.bytes}`;
    const verdict = report.problems === 0 ? `✓ ${words.say('storeSound')}` : `✗ ${words.say('storeUnsound')}`;
    if (values.json) print(JSON.stringify(report));
    else {
      print(`${verdict}  (${words.say('storeCounts')}: ${counts})`);
      if (report.unknown > 0) print(`? ${words.say('storeUnknown')}: ${report.unknown}`);
    }
    return report.problems === 0 ? 0 : 1;
  } finally {
    await database.close();
    store.close();
  }
}
