import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { fileSource } from '@proofkeep/bundle/node';
import { type Language, languageOf, submitterFacts } from '@proofkeep/contract';
import { type Anchors, noAnchors, readAnchors } from './anchors.ts';
import type { Report } from './report.ts';
import { verifyBundle } from './verify.ts';
import { wordsIn } from './words.ts';

export interface Terminal {
  stdout: { write(text: string): unknown };
  stderr: { write(text: string): unknown };
  env: NodeJS.ProcessEnv;
}

const marks = { passed: '✓', failed: '✗', 'not-checked': '–' } as const;

/**
 * `proofkeep verify <file>`: one line per check. Exit codes: 0 verified; 1 a check failed, or a required one could not be
 * made; 2 the file or the anchors cannot be read. @throws TypeError of `parseArgs` for unknown options
 */
export async function runVerify(argv: string[], terminal: Terminal): Promise<0 | 1 | 2> {
  const { values, positionals } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: { trust: { type: 'string' }, json: { type: 'boolean', default: false }, lang: { type: 'string' } },
  });
  const [path, ...rest] = positionals;
  if (!path || rest.length > 0) {
    terminal.stderr.write('proofkeep verify <file> [--trust <anchors.json>] [--json] [--lang zh|en]\n');
    return 2;
  }
  let report: Report;
  try {
    const anchors = await anchorsFor(values.trust, terminal.env);
    const source = await fileSource(path);
    try {
      report = await verifyBundle(source, anchors);
    } finally {
      await source.close();
    }
  } catch (error) {
    terminal.stderr.write(`proofkeep: ${path}: ${error instanceof Error ? error.message : String(error)}\n`);
    return 2;
  }
  const text = values.json
    ? `${JSON.stringify(report, null, 2)}\n`
    : printed(report, languageOf(values.lang, terminal.env));
  terminal.stdout.write(text);
  if (report.verdict === 'passed') return 0;
  // Nothing could be read of it at all: that is no finding about evidence.
  return report.facts === null && report.findings.at(-1)?.check === 'container' ? 2 : 1;
}

/** The file named, or the one an installation on this machine keeps; without either nobody is believed. */
async function anchorsFor(file: string | undefined, env: NodeJS.ProcessEnv): Promise<Anchors> {
  if (file !== undefined) return readAnchors(await readFile(file, 'utf8'));
  const own = join(env.DATA_DIR || './data', 'trust', 'anchors.json');
  const text = await readFile(own, 'utf8').catch(() => undefined);
  return text === undefined ? noAnchors : readAnchors(text);
}

function printed(report: Report, language: Language): string {
  const words = wordsIn(language);
  const lines = report.findings.map((finding) => {
    const { check, subject, outcome } = finding;
    const found = `${marks[outcome]} ${words.outcome(outcome)}  ${words.check(check)}  ${subject}  ${words.detail(finding)}`;
    return found.trimEnd();
  });
  const { facts } = report;
  const head = facts
    ? [`${facts.ano}  ${facts.requestedUrl}  ${facts.title}`.trimEnd(), ...submitterFacts(facts).map(words.submitter)]
    : [];
  const verdict = `${marks[report.verdict]} ${words.verdict(report.verdict)}`;
  return `${[...head, ...lines, verdict].map(printable).join('\n')}\n`;
}

/** Titles, addresses and errors are a stranger's words: none may move the cursor, colour the terminal or turn the reading order. */
export const printable = (line: string): string => line.replace(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu, '\ufffd');
