import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeZipFile } from '@proofkeep/bundle/node';
import { asZipInputs } from '@proofkeep/fakes';

/** Parts of a bundle by path. */
export type Parts = Map<string, Uint8Array>;

/** The verifier's trust anchors, which don't come from the bundle. */
export interface Trusted {
  /** Text of `anchors.json`. */
  anchors: string;
  /** PEM of the installation's root. */
  root: string;
  /** PEM of the outside authorities' roots. */
  outsideRoots: string;
}

export interface Handed {
  folder: string;
  text: string;
  /** Commands of the Chinese half; `en`: of the English half. */
  zh: string[];
  en: string[];
}

/** Fills a verifier's folder with the bundle in a valid container and the trust anchors. */
export async function handOver(home: string, parts: Parts, { anchors, root, outsideRoots }: Trusted): Promise<Handed> {
  const folder = mkdtempSync(join(home, 'by-hand-'));
  await writeZipFile(join(folder, 'evidence.zip'), asZipInputs(parts));
  writeFileSync(join(folder, 'anchors.json'), anchors);
  writeFileSync(join(folder, 'root.pem'), root);
  writeFileSync(join(folder, 'outside-roots.pem'), outsideRoots);
  const text = Buffer.from(parts.get('VERIFY.txt') ?? []).toString();
  const [zh = [], en = []] = text
    .split(/\n-{78}\n/)
    .map((half) => [...half.matchAll(/^ {6}(\S.*)$/gm)].map(([, command]) => command as string));
  return { folder, text, zh, en };
}

/** Runs the commands unchanged in one shell. @returns their output, and the failed commands */
export function byHand(folder: string, commands: string[]): { output: string; failed: string[] } {
  const script = join(folder, 'commands.sh');
  writeFileSync(script, ['exec 2>&1 3>failed; trap \'echo "$LINENO" >&3\' ERR', ...commands, 'exit 0', ''].join('\n'));
  const output = execFileSync('bash', [script], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, PROOFKEEP: fileURLToPath(new URL('../..', import.meta.url)) },
  });
  const lines = readFileSync(join(folder, 'failed'), 'utf8').trim().split('\n').filter(Boolean);
  return { output, failed: lines.map((line) => commands[Number(line) - 2] ?? '') };
}

/** Reads all parts of a ZIP with a third-party reader. */
export function partsOf(zip: string): Parts {
  const names = execFileSync('unzip', ['-Z1', zip], { encoding: 'utf8' }).trim().split('\n');
  return new Map(names.map((name) => [name, execFileSync('unzip', ['-p', zip, name], { maxBuffer: 1 << 30 })]));
}
