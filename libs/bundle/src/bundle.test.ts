import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { isAno, newAno } from './ano.ts';
import { digestChunks, loadHashes, toHex } from './digest.ts';
import { canonicalText, readSealed } from './jcs.ts';
import { Leaf, tokenPaths } from './manifest.ts';
import { digestFile, fileSource, writeZipFile, zipSize } from './node.ts';
import { centralHeader, endRecords, localHeader, type ZipEntry } from './zip-format.ts';
import { bytesSource, openZip } from './zip-reader.ts';

const home = mkdtempSync(join(tmpdir(), 'bundle-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

describe('RFC 8785', () => {
  it('matches the examples of the standard, §3.2.3 and §3.2.2', () => {
    const value = {
      numbers: [Number('333333333.33333329'), 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
      string: '€$\u000F\u000aA\'\u0042\u0022\u005c\\"/',
      literals: [null, true, false],
    };
    expect(canonicalText(value)).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    );
  });

  it.each([[undefined], [Number.NaN], [2 ** 53], ['\ud800'], [new Date(0)], [{ a: undefined }], [1n]])(
    'rejects %s',
    (value) => {
      expect(() => canonicalText(value)).toThrow(/form/);
    },
  );

  it('survives a round trip and rejects any other spelling', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        fc.pre(!/\d{16,}/.test(JSON.stringify(value)));
        const text = canonicalText(JSON.parse(JSON.stringify(value)));
        expect(canonicalText(JSON.parse(text))).toBe(text);
      }),
    );
    const leaf = {
      v: 1,
      type: 'proofkeep-leaf',
      ano: newAno(new Date(), randomBytes(10)),
      manifestSha256: '0'.repeat(64),
      manifestSm3: '1'.repeat(64),
      tokenSha256: '2'.repeat(64),
    };
    const bytes = Buffer.from(canonicalText(leaf));
    expect(readSealed(Leaf, bytes)).toEqual(leaf);
    for (const other of [`${bytes} `, bytes.toString().replace(':1', ':1.0'), JSON.stringify({ ...leaf, more: 1 })])
      expect(() => readSealed(Leaf, Buffer.from(other))).toThrow(/form|schema|[Uu]nrecognized/);
  });

  const vectors = new URL('../vectors/jcs.json', import.meta.url);
  const cases: [string, { input: string; outputHex: string }][] = Object.entries(
    JSON.parse(readFileSync(vectors, 'utf8')),
  );
  it.each(cases)('matches the published case %s', (_, { input, outputHex }) => {
    expect(Buffer.from(canonicalText(JSON.parse(input))).toString('hex')).toBe(outputHex);
  });
});

describe('digests', () => {
  it('match GB/T 32905 and FIPS 180-4, in the code for browsers and for Node', async () => {
    const { sha256, sm3 } = await loadHashes();
    expect(toHex(sm3(Buffer.from('abc')))).toBe('66c7f0f462eeedd9d1f2d46bdc10e4e24167c4875cf2f7a2297da02b8f4ba8e0');
    expect(toHex(sm3(Buffer.from('abcd'.repeat(16))))).toBe(
      'debe9ff92275b8a138604889c18e5a4d6fdb70e5387e5765293dcba39c0c5732',
    );
    expect(toHex(sha256(Buffer.from('a'), Buffer.from('bc')))).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
    const path = join(home, 'digest');
    writeFileSync(path, randomBytes(3_000_001));
    const { crc32: _, ...inNode } = await digestFile(path);
    expect(await digestChunks([readFileSync(path)])).toEqual(inNode);
  });
});

describe('an attestation number', () => {
  it('is valid when made, and invalid with one character changed or two swapped', () => {
    const ano = newAno(new Date('2026-11-21T00:00:00Z'), randomBytes(10));
    expect(ano).toMatch(/^PK20261121/);
    expect(isAno(ano)).toBe(true);
    for (let i = 2; i < ano.length; i++)
      for (const other of '0123456789ABCDEFGHJKMNPQRSTVWXYZ')
        if (other !== ano[i]) expect(isAno(ano.slice(0, i) + other + ano.slice(i + 1))).toBe(false);
    expect(isAno(ano.toLowerCase())).toBe(false);
  });
});

it("tokens are in numeric order, the service's own token first", () => {
  const all = ['manifest.json', 'proof/manifest-10.tst', 'proof/manifest-2.tst', 'proof/manifest.tst'];

  expect(tokenPaths(all)).toEqual(['proof/manifest.tst', 'proof/manifest-2.tst', 'proof/manifest-10.tst']);
});

describe('the canonical ZIP', () => {
  const inputs = [
    { name: 'a.txt', bytes: Buffer.from('one') },
    { name: 'b/c.bin', bytes: randomBytes(5000) },
  ];
  const write = async () => {
    const path = join(home, `${randomBytes(4).toString('hex')}.zip`);
    await writeZipFile(path, inputs);
    return path;
  };
  /** A ZIP of empty entries with these names and hostile headers. */
  const hostile = (names: string[], change: (bytes: Uint8Array) => Uint8Array = (bytes) => bytes) => {
    const locals: Uint8Array[] = [];
    const entries: ZipEntry[] = [];
    let offset = 0;
    for (const name of names) {
      const entry = { name, size: 0, crc32: 0, offset };
      entries.push(entry);
      locals.push(localHeader(entry));
      offset += locals.at(-1)?.length ?? 0;
    }
    const directory = Buffer.concat(entries.map(centralHeader));
    return change(Buffer.concat([...locals, directory, endRecords(entries.length, directory.length, offset)]));
  };

  it('is complete when two writers race for one name: one of them wins and no other file remains', async () => {
    const folder = mkdtempSync(join(home, 'at-once-'));
    const path = join(folder, 'evidence.zip');
    const large = (fill: number) => [{ name: 'a.bin', bytes: Buffer.alloc(1 << 20, fill) }];
    const outcomes = await Promise.allSettled([writeZipFile(path, large(1)), writeZipFile(path, large(2))]);

    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'EEXIST' } });
    expect(readdirSync(folder)).toEqual(['evidence.zip']);
    const written = await (await openZip(bytesSource(readFileSync(path)))).bytes('a.bin', 1 << 20);
    expect(new Set(written).size).toBe(1);
  });

  it('never replaces an existing file', async () => {
    const path = await write();
    const before = readFileSync(path);

    await expect(writeZipFile(path, [])).rejects.toMatchObject({ code: 'EEXIST' });
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it('opens in other tools with the same content', async () => {
    const path = await write();
    expect(execFileSync('unzip', ['-tq', path], { encoding: 'utf8' })).toContain('No errors detected');
    const zip = await openZip(bytesSource(readFileSync(path)));
    for (const { name, bytes } of inputs) expect(Buffer.from(await zip.bytes(name, 1e6))).toEqual(bytes);
  });

  it('rejects every single flipped byte', async () => {
    const bytes = readFileSync(await write());
    for (let at = 0; at < bytes.length; at++) {
      const altered = Buffer.from(bytes);
      altered[at] = (altered[at] as number) ^ 1;
      const reading = openZip(bytesSource(altered)).then(async (zip) => {
        // Changing a byte of a name makes a valid ZIP with another name, which the signed lists detect.
        for (const { name } of inputs) await zip.bytes(name, 1e6);
      });
      await expect(reading, `byte ${at}`).rejects.toThrow(/./);
    }
  });

  it.each([['../up'], ['/root'], ['a\\b'], ['a//b'], ['./a'], ['a/..'], ['C:x'], ['']])(
    'rejects the name %j',
    async (name) => {
      await expect(openZip(bytesSource(hostile([name])))).rejects.toThrow('plain relative path');
    },
  );

  it('rejects duplicate names, surrounding bytes and gaps', async () => {
    await expect(openZip(bytesSource(hostile(['a', 'a'])))).rejects.toThrow('stands twice');
    const before = hostile(['a'], (bytes) => Buffer.concat([Buffer.from('x'), bytes]));
    const after = hostile(['a'], (bytes) => Buffer.concat([bytes, Buffer.from('x')]));
    await expect(openZip(bytesSource(before))).rejects.toThrow(/./);
    await expect(openZip(bytesSource(after))).rejects.toThrow(/after its end/);
  });

  it('rejects a symbolic link, compression and encryption', async () => {
    const bytes = hostile(['a']);
    const central = Buffer.from(bytes).indexOf(Buffer.from('PK\x01\x02'));
    for (const [at, value] of [
      [central + 38 + 3, 0xa1],
      [central + 10, 8],
      [central + 8, 1],
    ] as const) {
      const altered = Buffer.from(bytes);
      altered[at] = value;
      await expect(openZip(bytesSource(altered))).rejects.toThrow('canonical form');
    }
  });

  it('encodes numbers beyond 32 bits as ZIP64', () => {
    const large = { name: 'a', size: 2 ** 33, crc32: 1, offset: 2 ** 34 };
    expect(localHeader(large).length).toBe(30 + 1 + 20);
    expect(centralHeader(large).length).toBe(46 + 1 + 28);
    expect(endRecords(3, 100, 2 ** 35).length).toBe(56 + 20 + 22);
  });

  it('reads a ZIP with a part beyond 4 GiB and one that begins there, as unzip does', async () => {
    const path = join(home, 'large.zip');
    const size = 2 ** 32 + 5;
    const content = Buffer.from('after it');
    const large: ZipEntry = { name: 'a', size, crc32: 0, offset: 0 };
    const after = { name: 'b', size: content.length, crc32: crc32(content), offset: localHeader(large).length + size };
    const directory = [large, after].map(centralHeader);
    const end = [localHeader(after), content, ...directory];
    const directoryAt = after.offset + localHeader(after).length + content.length;
    const tail = Buffer.concat([...end, endRecords(2, Buffer.concat(directory).length, directoryAt)]);
    // The large part is a hole in the file: it takes no space.
    const file = openSync(path, 'w');
    writeSync(file, localHeader(large), 0, undefined, 0);
    writeSync(file, tail, 0, undefined, after.offset);
    closeSync(file);

    const source = await fileSource(path);
    const zip = await openZip(source);

    expect([...zip.entries.values()].map((one) => [one.name, one.size])).toEqual([
      ['a', size],
      ['b', content.length],
    ]);
    expect(Buffer.from(await zip.bytes('b', 100))).toEqual(content);
    expect(await zip.part('a').read(2 ** 32, 5)).toEqual(new Uint8Array(5));
    await source.close();
    expect(execFileSync('unzip', ['-p', path, 'b'])).toEqual(content);
    expect(execFileSync('unzip', ['-l', path]).toString()).toMatch(new RegExp(`${size} .* a\\n`));
    const read = () => Promise.reject(new Error('a size needs no reading'));
    const inputs = [large, after].map((one) => ({ ...one, read }));
    expect(zipSize(inputs)).toBe(statSync(path).size);
  });

  it('rejects random bytes with a BundleError', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
        await expect(openZip(bytesSource(bytes))).rejects.toMatchObject({ code: 'CONTAINER_INVALID' });
      }),
    );
  });
});
