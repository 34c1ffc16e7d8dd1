import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { fileSource } from '@proofkeep/bundle/node';
import { type Language, languageOf, submitterFacts } from '@proofkeep/contract';
import { type Anchors, noAnchors, readAnchors } from './anchors.ts';
import { type FileReport, isCertificateReport, isMatterReport } from './file-report.ts';
import { verifyFile } from './verify-file.ts';
import { wordsIn } from './words.ts';

/** The parts of a process that `runVerify` uses. */
export interface Terminal {
  stdout: { write(text: string): unknown };
  stderr: { write(text: string): unknown };
  env: NodeJS.ProcessEnv;
}

const marks = { passed: '✓', failed: '✗', 'not-checked': '–' } as const;

/**
 * Runs `proofkeep verify <file>` and prints a line per check. @throws TypeError of `parseArgs` for unknown options
 * @returns the exit code: 0 verified; 1 a check failed, or a required one could not be made; 2 unreadable file or anchors
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
  let report: FileReport;
  try {
    const anchors = await anchorsFor(values.trust, terminal.env);
    const source = await fileSource(path);
    try {
      report = await verifyFile(source, anchors);
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
  // An unreadable file is not a finding about evidence.
  return report.findings.at(-1)?.check === 'container' ? 2 : 1;
}

/** Reads the given anchor file, or that of an installation on this machine; otherwise there are no anchors. */
async function anchorsFor(file: string | undefined, env: NodeJS.ProcessEnv): Promise<Anchors> {
  if (file !== undefined) return readAnchors(await readFile(file, 'utf8'));
  const own = join(env.DATA_DIR || './data', 'trust', 'anchors.json');
  const text = await readFile(own, 'utf8').catch(() => undefined);
  return text === undefined ? noAnchors : readAnchors(text);
}

function printed(report: FileReport, language: Language): string {
  const words = wordsIn(language);
  const lines = report.findings.map((finding) => {
    const { check, subject, outcome } = finding;
    const found = `${marks[outcome]} ${words.outcome(outcome)}  ${words.check(check)}  ${subject}  ${words.detail(finding)}`;
    return found.trimEnd();
  });
  const verdict = `${marks[report.verdict]} ${words.verdict(report)}`;
  return `${[...headOf(report, words), ...lines, verdict].map(printable).join('\n')}\n`;
}

/** Number, subject and owner. */
function headOf(report: FileReport, words: ReturnType<typeof wordsIn>): string[] {
  if (isMatterReport(report)) {
    const { matter } = report;
    if (!matter) return [];
    const title = `${matter.no}  ${matter.deedNo}  ${matter.office}  ${matter.issuedAt}`;
    return [title, ...matter.signers.map((signer) => words.signer(signer)), words.withheld(matter.withheld)].filter(
      Boolean,
    );
  }
  if (isCertificateReport(report)) return report.certificate ? [report.certificate.ano] : [];
  const { facts } = report;
  if (!facts) return [];
  const first = `${facts.ano}  ${facts.capture?.requestedUrl ?? ''}  ${facts.title}`.trimEnd();
  return [first, ...submitterFacts(facts).map(words.submitter)];
}

/** Replaces control and bidi characters: untrusted text must not move the cursor, colour the terminal or reverse the text. */
export const printable = (line: string): string => line.replace(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu, '\ufffd');
