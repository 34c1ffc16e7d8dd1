import { X509Certificate } from 'node:crypto';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig } from '../config.ts';
import { openInstallation } from '../installation.ts';
import { checkLog } from '../log/check.ts';
import { UsageError } from './usage.ts';
import { languageOf, wordsIn } from './words.ts';

const shownCheckpoints = 10;

/** `proofkeep log` and `proofkeep log check`; the check ends with 1 when the log is not sound. */
export async function runLog(argv: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: { lang: { type: 'string' }, json: { type: 'boolean', default: false } },
  });
  const [action, ...rest] = positionals;
  if (rest.length > 0 || (action !== undefined && action !== 'check')) throw new UsageError('log [check]');
  const words = wordsIn(languageOf(values.lang, process.env));

  const installation = await openInstallation(readConfig(process.env), process.env);
  const { database, log, config, authority } = installation;
  const print = (text: string) => process.stdout.write(`${text}\n`);
  try {
    if (action === 'check') {
      const report = await checkLog(database, {
        vkey: authority.logSigner.vkey,
        folder: join(config.DATA_DIR, 'tlog'),
      });
      if (values.json) print(JSON.stringify(report));
      else {
        for (const problem of report.problems) print(`✗ ${problem}`);
        const sound = report.problems.length === 0;
        const counts = `${report.entries} / ${report.checkpoints} / ${report.tiles}`;
        print(
          `${sound ? '✓' : '✗'} ${words.say(sound ? 'logSound' : 'logUnsound')}  (${words.say('logCounts')}: ${counts})`,
        );
      }
      return report.problems.length === 0 ? 0 : 1;
    }
    const status = await log.status();
    // As `openssl x509 -fingerprint -sha256` writes it.
    const rootCertificates = authority.roots.map((pem) => new X509Certificate(pem).fingerprint256);
    if (values.json) {
      print(JSON.stringify({ ...status, vkey: authority.logSigner.vkey, rootCertificates }));
      return 0;
    }
    print(`${words.say('logOrigin')}: ${status.origin}`);
    print(`${words.say('logKey')}: ${authority.logSigner.vkey}`);
    for (const fingerprint of rootCertificates) print(`${words.say('rootCertificate')}: ${fingerprint}`);
    print(`${words.say('logSize')}: ${status.size}`);
    if (!status.latest) {
      print(words.say('logEmpty'));
      return 0;
    }
    print(`${words.say('logRoot')}: ${status.latest.root}`);
    print(`${words.say('logCheckpoints')}: ${status.checkpoints}`);
    for (const { size, createdAt, root } of await log.checkpoints(shownCheckpoints))
      print(`  ${String(size).padStart(8)}  ${createdAt.toISOString()}  ${root}`);
    return 0;
  } finally {
    await installation.close();
  }
}
