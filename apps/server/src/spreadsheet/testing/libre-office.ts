import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Installed by "node scripts/setup.mjs --with-test-tools"; 283 MB, so its absence skips tests. */
export const hasLibreOffice = existsSync('/usr/bin/soffice');

/** Rows of a workbook's first sheet as LibreOffice shows them, with formulas computed. */
export function shownByLibreOffice(file: Uint8Array): string[][] {
  const folder = mkdtempSync(join(tmpdir(), 'calc-'));
  try {
    writeFileSync(join(folder, 'a.xlsx'), file);
    // A profile of its own: another LibreOffice may run. Fields end with `|`.
    const filter = 'csv:Text - txt - csv (StarCalc):124,0,76';
    const args = [`-env:UserInstallation=file://${folder}/profile`, '--headless', '--convert-to', filter];
    execFileSync('soffice', [...args, '--outdir', folder, join(folder, 'a.xlsx')], {
      stdio: 'ignore',
      timeout: 60_000,
    });
    const lines = readFileSync(join(folder, 'a.csv'), 'utf8').trimEnd().split('\n');
    return lines.map((line) => line.split('|'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
