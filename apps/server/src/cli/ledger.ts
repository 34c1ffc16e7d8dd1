import { parseArgs } from 'node:util';
import { languageOf, ledgerProblemWords } from '@proofkeep/contract';
import { printable } from '@proofkeep/verify/node';
import { openDatabase } from '../database/database.ts';
import { checkLedger } from '../features/money/service.ts';
import { readConfig } from '../read-config.ts';
import { UsageError } from './usage.ts';
import { wordsIn } from './words.ts';

/** `proofkeep ledger check`: re-reads every ledger entry. Exit code 1 if a check fails. */
export async function runLedger(argv: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: { lang: { type: 'string' }, json: { type: 'boolean', default: false } },
  });
  if (positionals.join(' ') !== 'check') throw new UsageError('ledger check');
  const language = languageOf(values.lang, process.env);
  const words = wordsIn(language);
  const print = (text: string) => process.stdout.write(`${printable(text)}\n`);
  const database = await openDatabase(readConfig(process.env));
  try {
    const problems = await checkLedger(database.pool);
    if (values.json) print(JSON.stringify({ problems }));
    else {
      for (const { what, subject } of problems)
        print(`✗ ${subject}  ${ledgerProblemWords[what][language === 'zh' ? 0 : 1]}`);
      print(problems.length === 0 ? `✓ ${words.say('ledgerSound')}` : `✗ ${words.say('ledgerUnsound')}`);
    }
    return problems.length === 0 ? 0 : 1;
  } finally {
    await database.close();
  }
}
