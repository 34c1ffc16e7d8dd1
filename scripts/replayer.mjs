// Installs the program that replays captured pages, unmodified, where the server looks for it. Only its package is
// downloaded, without its dependencies, which are for its desktop application. Safe to run again: existing files are
// kept. Without it the product runs, but can't replay. Uses only Node's built-ins and tar.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const pinned = JSON.parse(readFileSync(join(root, 'apps', 'server', 'src', 'replay', 'replayer.json'), 'utf8'));
const place = join(root, 'apps', 'server', 'dist', 'replayer');
const there = join(place, pinned.version);
const fetchLimitMs = 120_000;

function run(command, args) {
  const { status, error, stderr } = spawnSync(command, args, { cwd: root, encoding: 'utf8', timeout: fetchLimitMs });
  if (error || status !== 0) throw new Error(`"${command}" failed: ${error?.message ?? stderr.trim()}`);
}

/**
 * Uses npm, so that the machine's configured registry applies. @throws Error unless the download is identical to the
 * pinned one
 */
function fetchPackage(folder) {
  run('npm', ['pack', `${pinned.package}@${pinned.version}`, '--pack-destination', folder, '--silent']);
  const archive = join(folder, readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '');
  const integrity = `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`;
  if (integrity !== pinned.integrity) throw new Error(`its package has the digest ${integrity}, not the pinned one`);
  return archive;
}

/** The folder gets its final name only when it is complete. */
function unpack(archive) {
  mkdirSync(place, { recursive: true });
  const draft = mkdtempSync(join(place, '.draft-'));
  try {
    const names = pinned.files.map((name) => `package/${name}`);
    run('tar', ['-xzf', archive, '-C', draft, '--strip-components=1', ...names]);
    chmodSync(draft, 0o755); // who runs the server may be another user than who builds it
    if (!existsSync(there)) renameSync(draft, there);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

if (!existsSync(there)) {
  console.log(`replayer: fetching ${pinned.name} ${pinned.version} …`);
  const temporary = mkdtempSync(join(tmpdir(), 'replayer-'));
  try {
    unpack(fetchPackage(temporary));
  } catch (error) {
    console.error(`replayer: ${pinned.name} could not be had, pages are not replayed until it is: ${error.message}`);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}
