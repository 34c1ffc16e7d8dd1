import { X509Certificate } from 'node:crypto';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { languageOf } from '@proofkeep/contract';
import { logSigner, openKeyFile } from '@proofkeep/seal';
import { printable } from '@proofkeep/verify/node';
import type { Config } from '../config.ts';
import { openDatabase } from '../database/database.ts';
import { headPlaceOf, openInstallation } from '../installation.ts';
import { checkLog } from '../log/check.ts';
import type { HeadPlace } from '../log/head-place.ts';
import { readConfig } from '../read-config.ts';
import { UsageError } from './usage.ts';
import { type Words, wordsIn } from './words.ts';

const shownCheckpoints = 10;
const print = (text: string) => process.stdout.write(`${text}\n`);

/** `proofkeep log`, `proofkeep log check` and `proofkeep log resume --epoch`. */
export async function runLog(argv: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: {
      lang: { type: 'string' },
      json: { type: 'boolean', default: false },
      epoch: { type: 'boolean', default: false },
    },
  });
  const [action, ...rest] = positionals;
  // Required each time, because resuming can't be undone.
  const isKnown = action === 'resume' ? values.epoch : !values.epoch && (action === undefined || action === 'check');
  if (rest.length > 0 || !isKnown) throw new UsageError('log [check], or log resume --epoch');
  const words = wordsIn(languageOf(values.lang, process.env));
  if (action === 'resume') return resume(readConfig(process.env), words);
  return (action === 'check' ? check : show)(readConfig(process.env), words, values.json);
}

/**
 * Reads the database, the log's key and the published files without opening the log, so that it also works on a damaged
 * one. Changes nothing. Exit code 1 if the log is not sound.
 */
async function check(config: Config, words: Words, asJson: boolean): Promise<number> {
  const { DATA_DIR, DATABASE_URL } = config;
  const { vkey, name } = await logSigner(await openKeyFile(join(DATA_DIR, 'keys', 'log.key')));
  const database = await openDatabase({ DATA_DIR, DATABASE_URL });
  let heads: HeadPlace | null = null;
  try {
    heads = await headPlaceOf(config, name);
    const report = await checkLog(database, { vkey, folder: join(DATA_DIR, 'tlog'), heads });
    const isSound = report.problems.length === 0;
    if (asJson) print(JSON.stringify(report));
    else {
      for (const problem of report.problems) print(`✗ ${printable(problem)}`);
      const counts = `${report.entries} / ${report.checkpoints} / ${report.tiles}`;
      const verdict = isSound ? `✓ ${words.say('logSound')}` : `✗ ${words.say('logUnsound')}`;
      print(`${verdict}  (${words.say('logCounts')}: ${counts})`);
    }
    return isSound ? 0 : 1;
  } finally {
    heads?.close();
    await database.close();
  }
}

async function show(config: Config, words: Words, asJson: boolean): Promise<number> {
  const installation = await openInstallation(config, process.env);
  const { log, authority } = installation;
  try {
    const status = await log.status();
    // Same format as `openssl x509 -fingerprint -sha256`.
    const rootCertificates = authority.roots.map((pem) => new X509Certificate(pem).fingerprint256);
    if (asJson) {
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

/**
 * Continues the log from this database in a new epoch. Every other copy of the log stops signing; the service must not
 * be running.
 */
async function resume(config: Config, words: Words): Promise<number> {
  const { name } = await logSigner(await openKeyFile(join(config.DATA_DIR, 'keys', 'log.key')));
  const heads = await headPlaceOf(config, name);
  if (!heads) throw new UsageError('log resume needs LOG_HEAD_FOLDER or LOG_HEAD_URL');
  const database = await openDatabase(config);
  try {
    const resumed = await database.transaction((client) => heads.resume(client));
    if (!resumed) print(words.say('logNotResumed'));
    else {
      print(`${words.say('logResumed')}: ${resumed.epoch}`);
      print(`${words.say('logAbandoned')}: ${resumed.abandonedSize} → ${resumed.size}`);
    }
    return resumed ? 0 : 1;
  } finally {
    heads.close();
    await database.close();
  }
}
