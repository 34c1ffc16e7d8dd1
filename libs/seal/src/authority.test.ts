import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseCertificate, parseCrl } from '@proofkeep/pki';
import { describe, expect, it } from 'vitest';
import { type Authority, openAuthority } from './authority.ts';
import { toPem } from './pem.ts';
import { run, temporaryFolder, writeTrust } from './testing/tools.ts';

const dayMs = 86_400_000;
const inDays = (days: number) => () => new Date(Date.now() + days * dayMs);
const identity = ({ roots, seal, tsa, logSigner }: Authority) => [roots, seal.chain, tsa.chain, logSigner.vkey];

/** Starts a process that opens the authority when a line arrives, prints its log key and ends. */
function opener(dataDir: string) {
  const program = `
    import { openAuthority } from ${JSON.stringify(new URL('authority.ts', import.meta.url).href)};
    console.log('ready');
    process.stdin.once('data', async () => {
      console.log((await openAuthority(${JSON.stringify(dataDir)})).logSigner.vkey);
      process.exit();
    });`;
  return spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: ['pipe', 'pipe', 'inherit'] });
}

describe('the development authority', () => {
  it('issues certificates that openssl accepts for their purposes, with every CRL checked', async () => {
    const folder = await temporaryFolder();
    await writeTrust(folder, await openAuthority(folder));

    const common = [
      '-x509_strict',
      '-crl_check_all',
      '-CRLfile',
      'crls.pem',
      '-CAfile',
      'root.pem',
      '-untrusted',
      'chain.pem',
    ];
    const tsa = await run('openssl', ['verify', '-purpose', 'timestampsign', ...common, 'tsa.pem'], folder);
    // Poppler (pdfsig) and NSS trust the signer of a PDF only if it may sign mail, or has no extended key usage.
    const seal = await run('openssl', ['verify', '-purpose', 'smimesign', ...common, 'seal.pem'], folder);
    const sealAsTsa = await run('openssl', ['verify', '-purpose', 'timestampsign', ...common, 'seal.pem'], folder);

    expect(tsa).toMatchObject({ exitCode: 0, output: 'tsa.pem: OK\n' });
    expect(seal).toMatchObject({ exitCode: 0, output: 'seal.pem: OK\n' });
    expect(sealAsTsa.exitCode).not.toBe(0);
  });

  it('names itself a development authority of one installation in every certificate', async () => {
    const folder = await temporaryFolder();
    await writeTrust(folder, await openAuthority(folder));

    for (const name of ['root', 'chain', 'tsa', 'seal']) {
      const { output } = await run(
        'openssl',
        ['x509', '-in', `${name}.pem`, '-noout', '-subject', '-nameopt', 'RFC2253'],
        folder,
      );
      expect(output).toMatch(
        /^subject=CN=Proofkeep Development [A-Za-z ]+,OU=Development installation [0-9a-f]{8},O=Proofkeep\n$/,
      );
    }
  });

  it('writes the root for verification by hand, and restores a lost one', async () => {
    const folder = await temporaryFolder();
    const root = join(folder, 'trust/root.pem');

    const { roots } = await openAuthority(folder);
    expect(await readFile(root, 'utf8')).toBe(roots.join(''));

    await rm(root);
    await openAuthority(folder);
    expect(await readFile(root, 'utf8')).toBe(roots.join(''));
  });

  it('keeps its keys when opened again', async () => {
    const folder = await temporaryFolder();

    const first = await openAuthority(folder);
    const second = await openAuthority(folder);

    expect(identity(second)).toEqual(identity(first));
  });

  it('gives concurrent first openers the same keys', async () => {
    const folder = await temporaryFolder();

    const opened = await Promise.all(Array.from({ length: 4 }, () => openAuthority(folder)));

    for (const authority of opened) expect(identity(authority)).toEqual(identity(opened[0]!));
    expect(await readdir(folder)).toEqual(['keys', 'trust']);
  });

  it('gives two processes that start simultaneously the same keys', async () => {
    const folder = await temporaryFolder();
    const processes = [opener(folder), opener(folder)];
    await Promise.all(processes.map(({ stdout }) => once(stdout, 'data')));

    const answers = processes.map(({ stdout }) => once(stdout, 'data'));
    for (const { stdin } of processes) stdin.write('\n');
    const [first, second] = (await Promise.all(answers)).map(String);

    expect(first).toMatch(/^proofkeep\.local\//);
    expect(second).toBe(first);
  });

  it('is created completely or not at all when the process is killed', async () => {
    for (let delayMs = 0; delayMs < 40; delayMs += 4) {
      const folder = await temporaryFolder();
      const process = opener(folder);
      await once(process.stdout, 'data');

      process.stdin.write('\n');
      await sleep(delayMs);
      process.kill('SIGKILL');
      await once(process, 'exit');

      const before = await readFile(join(folder, 'keys/root.pem'), 'utf8').catch(() => undefined);
      const authority = await openAuthority(folder);
      expect(authority.roots).toEqual([before ?? authority.roots[0]]);
      expect(JSON.parse(await readFile(join(folder, 'trust/anchors.json'), 'utf8')).roots).toEqual(authority.roots);
    }
  });

  it('removes leftovers of a killed process, but no files that a running one may be writing', async () => {
    const folder = await temporaryFolder();
    await openAuthority(folder);
    const old = ['keys.0123456789ab.new', 'keys/root.crl.0123456789ab.tmp'];
    const young = ['keys.ba9876543210.new', 'keys/root.crl.ba9876543210.tmp'];
    for (const path of [...old, ...young]) await mkdir(join(folder, path));
    for (const path of old) await utimes(join(folder, path), 0, 0);

    await openAuthority(folder);

    for (const path of old) await expect(stat(join(folder, path))).rejects.toThrow('ENOENT');
    for (const path of young) await expect(stat(join(folder, path))).resolves.toBeDefined();
  });

  it('makes keys readable by its user only and the public part by everyone', async () => {
    const folder = await temporaryFolder();
    await openAuthority(folder);
    const modeOf = async (path: string) => ((await stat(join(folder, path))).mode & 0o777).toString(8);

    expect(await modeOf('keys')).toBe('700');
    for (const name of await readdir(join(folder, 'keys'))) expect(await modeOf(`keys/${name}`)).toBe('600');
    expect(await modeOf('trust')).toBe('755');
    expect(await modeOf('trust/anchors.json')).toBe('644');
  });
});

describe('a damaged key folder', () => {
  it('is rejected when a part is missing, and no key is replaced', async () => {
    const folder = await temporaryFolder();
    await openAuthority(folder);
    const before = await readdir(join(folder, 'keys'));
    await rename(join(folder, 'keys/log.key'), join(folder, 'log.key'));

    await expect(openAuthority(folder)).rejects.toMatchObject({ code: 'AUTHORITY_DAMAGED' });

    expect(await readdir(join(folder, 'keys'))).toEqual(before.filter((name) => name !== 'log.key'));
  });

  it('is rejected when a certificate belongs to another key or authority', async () => {
    const [folder, other] = [await temporaryFolder(), await temporaryFolder()];
    await openAuthority(folder);
    await openAuthority(other);
    await rename(join(other, 'keys/seal.pem'), join(folder, 'keys/seal.pem'));
    await expect(openAuthority(folder)).rejects.toThrow('seal.key is not the key of seal.pem');

    await rename(join(other, 'keys/seal.key'), join(folder, 'keys/seal.key'));
    await expect(openAuthority(folder)).rejects.toMatchObject({ code: 'AUTHORITY_DAMAGED' });
  });

  it('is rejected when others can read a key', async () => {
    const folder = await temporaryFolder();
    await openAuthority(folder);
    await chmod(join(folder, 'keys/tsa.key'), 0o640);

    await expect(openAuthority(folder)).rejects.toMatchObject({ code: 'KEY_EXPOSED' });
  });

  it('is rejected once a certificate has expired', async () => {
    const folder = await temporaryFolder();
    await openAuthority(folder);

    await expect(openAuthority(folder, inDays(3700))).rejects.toMatchObject({ code: 'AUTHORITY_EXPIRED' });
  });
});

describe('revocation lists', () => {
  it('stay the same while they are fresh', async () => {
    const folder = await temporaryFolder();

    const first = await (await openAuthority(folder)).crls();
    const later = await (await openAuthority(folder, inDays(59))).crls();

    expect(later).toEqual(first);
  });

  it('are renewed a month before they expire, also while the authority stays open', async () => {
    const folder = await temporaryFolder();
    let days = 0;
    const authority = await openAuthority(folder, () => inDays(days)());
    const first = await authority.crls();
    days = 61;

    const renewed = await authority.crls();
    await writeTrust(folder, authority);

    expect(renewed.root).not.toEqual(first.root);
    expect(renewed.issuing).not.toEqual(first.issuing);
    const at = String(Math.floor((Date.now() + 140 * dayMs) / 1000));
    const args = [
      '-attime',
      at,
      '-crl_check_all',
      '-CRLfile',
      'crls.pem',
      '-CAfile',
      'root.pem',
      '-untrusted',
      'chain.pem',
    ];
    expect(await run('openssl', ['verify', ...args, 'seal.pem'], folder)).toMatchObject({ output: 'seal.pem: OK\n' });
  });

  it('dated in the future are replaced once the clock is corrected, with increasing numbers', async () => {
    const folder = await temporaryFolder();
    await openAuthority(folder);
    const ahead = await (await openAuthority(folder, inDays(365))).crls();

    const back = await (await openAuthority(folder)).crls();

    for (const member of ['root', 'issuing'] as const) {
      const [future, now] = [parseCrl(ahead[member]), parseCrl(back[member])];
      expect(future.thisUpdate.getTime()).toBeGreaterThan(Date.now());
      expect(now.thisUpdate.getTime()).toBeLessThan(Date.now());
      expect(now.number).toBeGreaterThan(future.number as bigint);
    }
  });

  it('keep revoked certificates when they are renewed', async () => {
    const folder = await temporaryFolder();
    await openAuthority(folder);
    await writeFile(
      join(folder, 'ca.cnf'),
      '[ca]\ndefault_ca=c\n[c]\ndatabase=index\ncrlnumber=number\ndefault_md=sha256\n',
    );
    await writeFile(join(folder, 'index'), '');
    await writeFile(join(folder, 'number'), '01');
    const ca = ['ca', '-config', 'ca.cnf', '-keyfile', 'keys/issuing.key', '-cert', 'keys/issuing.pem'];
    await run('openssl', [...ca, '-revoke', 'keys/seal.pem', '-crl_reason', 'superseded'], folder);
    await run('openssl', [...ca, '-gencrl', '-crldays', '10', '-out', 'list.pem'], folder);
    await run('openssl', ['crl', '-in', 'list.pem', '-outform', 'DER', '-out', 'keys/issuing.crl'], folder);

    const authority = await openAuthority(folder);
    const { revoked, nextUpdate } = parseCrl((await authority.crls()).issuing);

    expect(nextUpdate.getTime()).toBeGreaterThan(Date.now() + 80 * dayMs);
    const seal = parseCertificate(authority.seal.chain[0] as Uint8Array);
    expect(revoked).toEqual([expect.objectContaining({ serial: seal.serial, reason: 4 })]);
  });

  it('list revoked certificates of persons once each, also after a renewal, and openssl refuses these alone', async () => {
    const folder = await temporaryFolder();
    let days = 0;
    const authority = await openAuthority(folder, () => inDays(days)());
    const certified = await Promise.all(
      ['陈立', '林悦'].map((commonName) =>
        authority.certifyPerson({ commonName, organization: '测试公证处' }, 'http://localhost/ca.crl'),
      ),
    );
    const [revoked, kept] = certified.map(({ chain }) => chain[0] as Uint8Array) as [Uint8Array, Uint8Array];
    const at = new Date('2026-11-20T08:00:00.250Z');

    await Promise.all([
      authority.revoke([{ certificate: revoked, at, reason: 'superseded' }]),
      authority.revoke([{ certificate: revoked, at, reason: 'superseded' }]),
    ]);
    const first = (await authority.crls()).issuing;
    await authority.revoke([{ certificate: revoked, at, reason: 'superseded' }]);
    const same = (await authority.crls()).issuing;
    await authority.revoke([{ certificate: revoked, at, reason: 'key-compromise' }]);
    days = 61;
    const list = parseCrl((await authority.crls()).issuing);

    expect(same).toEqual(first);
    const { serial } = parseCertificate(revoked);
    const entry = { serial, at: new Date('2026-11-20T08:00:01Z') };
    expect(parseCrl(first).revoked).toEqual([expect.objectContaining({ ...entry, reason: 4 })]);
    expect(list.revoked).toEqual([expect.objectContaining({ ...entry, reason: 1 })]);
    expect(list.number).toBeGreaterThan(parseCrl(first).number as bigint);
    await writeTrust(folder, authority);
    await writeFile(join(folder, 'revoked.pem'), toPem('CERTIFICATE', revoked));
    await writeFile(join(folder, 'kept.pem'), toPem('CERTIFICATE', kept));
    const args = ['verify', '-attime', String(Math.floor(inDays(61)().getTime() / 1000)), '-crl_check_all', '-CRLfile'];
    const check = (name: string) =>
      run('openssl', [...args, 'crls.pem', '-CAfile', 'root.pem', '-untrusted', 'chain.pem', name], folder);
    expect(await check('kept.pem')).toMatchObject({ exitCode: 0 });
    expect((await check('revoked.pem')).output).toContain('certificate revoked');
  });

  it('are recreated when their file is lost or damaged', async () => {
    const folder = await temporaryFolder();
    await openAuthority(folder);
    await rm(join(folder, 'keys/root.crl'));
    await writeFile(join(folder, 'keys/issuing.crl'), 'not a list', { mode: 0o600 });

    await writeTrust(folder, await openAuthority(folder));

    const args = ['-crl_check_all', '-CRLfile', 'crls.pem', '-CAfile', 'root.pem', '-untrusted', 'chain.pem'];
    expect(await run('openssl', ['verify', ...args, 'tsa.pem'], folder)).toMatchObject({ output: 'tsa.pem: OK\n' });
  });
});

describe('the anchor file', () => {
  it('keeps anchors added by an operator', async () => {
    const folder = await temporaryFolder();
    const path = join(folder, 'trust/anchors.json');
    await mkdir(join(folder, 'trust'));
    await writeFile(path, JSON.stringify({ v: 1, roots: ['another root'], logs: [] }));

    const { roots, logSigner } = await openAuthority(folder);

    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({
      v: 1,
      roots: ['another root', ...roots],
      logs: [logSigner.vkey],
    });
  });

  it('is not overwritten when it cannot be parsed', async () => {
    const folder = await temporaryFolder();
    await mkdir(join(folder, 'trust'));
    await writeFile(join(folder, 'trust/anchors.json'), '{"v":2}');

    await expect(openAuthority(folder)).rejects.toMatchObject({ code: 'ANCHORS_UNREADABLE' });
    expect(await readFile(join(folder, 'trust/anchors.json'), 'utf8')).toBe('{"v":2}');
  });
});
