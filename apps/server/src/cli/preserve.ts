import { parseArgs } from 'node:util';
import { languageOf } from '@proofkeep/contract';
import { printable } from '@proofkeep/verify/node';
import { openInstallation } from '../installation.ts';
import { readConfig } from '../read-config.ts';
import { exportBundle } from './local/export.ts';
import { preserve } from './local/preserve.ts';
import { dropUnsealed, finishSealed } from './local/recovery.ts';
import { reportRecovered } from './local/report-recovered.ts';
import { outFile } from './out.ts';
import { showProgress } from './progress.ts';
import { UsageError } from './usage.ts';
import { wordsIn } from './words.ts';

const shownMissing = 10;

/** `proofkeep preserve <url> --out <file>`: exit code 0 only when the bundle is sealed and written. */
export async function runPreserve(argv: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: {
      out: { type: 'string', short: 'o' },
      lang: { type: 'string' },
      'dismiss-consent': { type: 'boolean', default: false },
      'accept-invalid-tls': { type: 'boolean', default: false },
    },
  });
  const [url, ...rest] = positionals;
  if (!url || rest.length > 0 || !values.out) throw new UsageError('preserve <url> --out <file>');
  const words = wordsIn(languageOf(values.lang, process.env));
  const out = outFile(values.out, words);

  const abort = new AbortController();
  const progress = showProgress(process.stderr, words);
  const stop = () => {
    progress.note(words.say('stopping'));
    abort.abort();
  };
  process.on('SIGINT', stop).on('SIGTERM', stop);
  const installation = await openInstallation(readConfig(process.env), process.env);
  let finishing = Promise.resolve();
  try {
    reportRecovered(await dropUnsealed(installation), words, progress.note);
    finishing = finishSealed(installation).then((finished) => reportRecovered(finished, words, progress.note));
    finishing.catch(() => {}); // Awaited and reported in `finally`.
    process.stderr.write(`${words.say('preserving')} ${url}\n`);
    const result = await preserve(installation, {
      url,
      dismissConsent: values['dismiss-consent'],
      tls: values['accept-invalid-tls'] ? 'record-invalid' : 'require-valid',
      egressAllow: installation.config.EGRESS_ALLOW,
      operator: installation.config.OPERATOR,
      onEvent: progress.event,
      onRung: progress.rung,
      signal: abort.signal,
    });
    progress.end();
    if (!result.sealed) {
      process.stderr.write(`${words.say('failed')}: ${printable(words.failure(result.failure))}\n`);
      return 1;
    }
    await exportBundle(installation, result.ano, out).catch((cause: Error) => {
      const command = `npx proofkeep export ${result.ano} --out ${values.out}`;
      throw new Error(`${words.say('notWritten')}: ${cause.message}\n${words.say('howToExport')}: ${command}`, {
        cause,
      });
    });
    const { missing, block, limits, state } = result.report;
    if (state === 'partial') progress.note(words.say('partial'));
    if (block) progress.note(words.block(block));
    for (const limit of limits) progress.note(words.said([limit]));
    for (const { url, why, said } of missing.slice(0, shownMissing))
      progress.note(`  ${url}  ${words.missing(why)}: ${words.said([said])}`);
    if (missing.length > shownMissing) progress.note(`  ${words.say('more')} ${missing.length - shownMissing}`);
    process.stdout.write(`${words.say('sealed')} ${result.ano}\n${words.say('written')}: ${out}\n`);
    process.stdout.write(`${words.say('howToCheck')}: npx proofkeep verify ${values.out}\n`);
    return 0;
  } finally {
    await finishing.catch((cause: Error) => progress.note(printable(cause.message)));
    process.off('SIGINT', stop).off('SIGTERM', stop);
    await installation.close();
  }
}
