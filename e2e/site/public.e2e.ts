import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeZipFile } from '@proofkeep/bundle/node';
import { attestationCalls as calls, chainCalls, type Language, markWords } from '@proofkeep/contract';
import { asZipInputs, editedPdf, openSampleSealer, plainPdf, type SampleSite, startSampleSite } from '@proofkeep/fakes';
import { wordsIn as verifierWordsIn } from '@proofkeep/verify';
import type { BrowserContext, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { partsOf } from '../kit/by-hand.ts';
import { readers } from '../kit/readers.ts';
import { Client } from '../kit/service.ts';
import { expectAccessible, startWeb, type Visitor, type Web, type widths } from '../kit/web.ts';
import { siteWords } from '../kit/words.ts';

const wordsIn = (language: Language) => {
  const { text, like, either } = siteWords(language);
  const laterComment = verifierWordsIn(language).detail({ code: 'later-annotation', args: {} });
  return {
    choose: like('bundle-tab.choose', 'bundle-tab.another'),
    certificatePassed: text('report.certificatePassed'),
    certificateFailed: text('report.certificateFailedWhy'),
    laterComment,
    otherPdf: text('no-bundle.other-pdf'),
    lookUp: text('certificate-facts.lookUp'),
    noLookUp: text('certificate-facts.offline'),
    noLookUps: text('query.offline'),
    sealedHere: text('certificate-lookup.found'),
    summary: (o: Record<string, number>) => text('result-list.summary', o),
    leftOut: text('drop-zone.left', { count: 1 }),
    byNumber: text('query.holder'),
    sealedPage: text('proof.sealed'),
    passed: text('report.passed'),
    failed: text('report.failed'),
    notChecked: text('report.not-checked'),
    crc: either('内容与封存时不同（校验和不符）', 'its content is not what was sealed (checksum differs)'),
    anchors: like('trust-panel.choose', 'trust-panel.chooseOther'),
    badAnchors: text('public-problem.anchors-invalid'),
    notZip: text('no-bundle.not-zip'),
    otherZip: text('no-bundle.other-zip'),
    cutOff: text('no-bundle.cut-off'),
    empty: text('no-bundle.empty'),
    ownSteps: text('by-hand.title'),
    anyFile: text('file-tab.choose'),
    found: text('found.found', { count: 1 }),
    none: text('found.none'),
    ask: text('file-tab.ask'),
    badDigest: text('file-tab.invalid'),
    digest: text('file-tab.digest'),
    idNumber: text('holder-tab.idNumber'),
    ano: text('found.ano'),
    badIdNumber: text('holder-tab.noIdNumber'),
    badAno: text('holder-tab.noAno'),
    noneOfBoth: text('holder-tab.none'),
    log: text('chain.title'),
    logEmpty: text('chain.empty'),
    checkpoint: text('checkpoints.note', { count: 1 }),
    commands: text('outside-tools.commands'),
    signIn: text('public-frame.signIn'),
    other: either('English', '中文'),
    otherTitle: siteWords(either('en', 'zh')).text('query.title'),
  };
};
const words = { zh: wordsIn('zh'), en: wordsIn('en') };

/** Time limit for a real capture or 300 MB on a busy machine. */
const slowMs = 90_000;
const query = '/website-show/query';
const chain = '/website-show/chain';

let home: string;
let site: SampleSite;
let web: Web;
let client: Client;
let ano: string;
/** The bundle of a real capture, as its holder downloads it. */
let bundle: Buffer;
let artifact: Buffer;
let foreignAnchors: string;
let otherZip: Buffer;
/** The certificate in that bundle. */
let certificate: Buffer;

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'web-public-'));
  site = await startSampleSite();
  web = await startWeb({ egressAllow: site.egressAllow, captures: 1 });
  client = new Client(web.service);
  await client.register('13900000201');
  const stranger = await openSampleSealer();
  foreignAnchors = (await stranger.make()).anchors;
  await stranger.close();
  const photo = join(home, 'photo.zip');
  await writeZipFile(photo, asZipInputs(new Map([['photo.jpg', Buffer.from('a photo')]])));
  otherZip = readFileSync(photo);
});
afterAll(async () => {
  await web.close();
  await site.close();
  rmSync(home, { recursive: true, force: true });
});

/** Preserves a page of the sample site and waits until it is sealed. */
async function preserved(path: string): Promise<string> {
  const { list } = await client.ask(calls.preserveUrls, { urls: [site.httpOrigin + path], autoConfirm: true });
  const [{ ano: made } = { ano: '' }] = list;
  const expectSealed = async () => {
    const [found] = (await client.ask(calls.urlList, { anos: [made] })).list;
    expect(found?.state).toBe('succeeded');
  };
  await vi.waitFor(expectSealed, { timeout: slowMs, interval: 200 });
  return made;
}

/** The attestation for all tests below; sealed after the test of the empty log. */
async function sealOne(): Promise<void> {
  ano = await preserved('/article');
  bundle = Buffer.from(await client.bytes(calls.bundle, { attestationNo: ano }));
  const parts = partsOf(written('evidence.zip', bundle));
  artifact = Buffer.from(parts.get('data/page.html') ?? []);
  certificate = Buffer.from(parts.get('certificate.pdf') ?? []);
}

const written = (name: string, bytes: Uint8Array): string => {
  const path = join(home, name);
  writeFileSync(path, bytes);
  return path;
};

describe('the empty log', () => {
  it('says that it is empty', async () => {
    const { page, errors, close } = await web.visit({ language: 'en', width: 'desk' });
    await page.goto(chain);
    await page.getByRole('heading', { name: words.en.logEmpty }).waitFor();

    await expectAccessible(page);
    expect(errors).toEqual([]);
    await close();
  });
});

const people = [
  // Each language once and each width once; English on a phone has the longest words in the least space.
  { language: 'zh', width: 'desk' },
  { language: 'en', width: 'phone' },
] as const satisfies { language: Language; width: keyof typeof widths }[];

describe.each(readers(people))('a visitor in $language at $width width', ({ language, width }) => {
  const ui = words[language];
  let visitor: Visitor;
  let page: Page;
  let asked: Request[];
  beforeAll(async () => {
    if (!ano) await sealOne();
    visitor = await web.visit({ language, width });
    ({ page } = visitor);
    asked = [];
    visitor.context.on('request', (request) => asked.push(request));
  });
  afterAll(() => visitor.close());

  const heading = (name: string) => page.getByRole('heading', { name, exact: true });
  const choose = (path: string, label: string | RegExp = ui.choose) => page.getByLabel(label).setInputFiles(path);
  /** Drops files on the page, as from a folder. */
  async function drop(files: readonly (readonly [name: string, bytes: Uint8Array])[]): Promise<void> {
    const encoded = files.map(([name, bytes]) => [name, Buffer.from(bytes).toString('base64')] as const);
    const dataTransfer = await page.evaluateHandle((given) => {
      const transfer = new DataTransfer();
      for (const [name, bytes] of given)
        transfer.items.add(new File([Uint8Array.from(atob(bytes), (one) => one.charCodeAt(0))], name));
      return transfer;
    }, encoded);
    await page.dispatchEvent('.public-drop-zone', 'drop', { dataTransfer });
  }
  const expectText = (text: string) => page.getByText(text, { exact: true }).first().waitFor();

  async function open(path: string) {
    await page.goto(path);
    await page.getByRole('link', { name: ui.signIn, exact: true }).waitFor();
  }

  it('verifies a real bundle without sending a byte of it', async () => {
    await open(query);
    await expectAccessible(page);
    asked.length = 0;

    await choose(written('evidence.zip', bundle));
    await heading(ui.passed).waitFor();

    await expectText(ano.length > 25 ? `${ano.slice(0, 12)}…${ano.slice(-12)}` : ano);
    await expectText(markWords.uncertified[language === 'zh' ? 0 : 1]);
    const sent = asked.map((request) => ({
      method: request.method(),
      body: request.postData(),
      path: new URL(request.url()).pathname.replace(/^\/assets\/.*/, '/assets/'),
      origin: new URL(request.url()).origin,
    }));
    const own = new URL(web.service.url).origin;
    for (const request of sent) expect(request).toEqual({ method: 'GET', body: null, path: '/assets/', origin: own });
    expect(sent.length).toBeLessThanOrEqual(1);
    await page.getByText(ui.ownSteps).click();
    await page.getByText('sha256sum manifest.json').first().waitFor();
    await expectAccessible(page);
    expect(visitor.errors).toEqual([]);
  });

  /** The bundle with one byte of the page flipped. */
  function altered(): Buffer {
    const bytes = Buffer.from(bundle);
    const at = bytes.indexOf(artifact) + (artifact.length >> 1);
    bytes[at] = (bytes[at] as number) ^ 1;
    return bytes;
  }

  it('names the part with an altered byte', async () => {
    await open(query);

    await choose(written('altered.zip', altered()));
    await heading(ui.failed).waitFor();

    const parts = page.locator('.query-verdict-parts li');
    expect(await parts.allTextContents()).toEqual(['data/page.html']);
    await expectText(ui.crc);
    // The failed check comes first, before the passed ones.
    expect(await page.locator('.query-finding').first().textContent()).toContain('data/page.html');
    await expectAccessible(page);
  });

  it('does not accept a bundle of an issuer outside the trust settings', async () => {
    await open(query);
    await choose(written('evidence.zip', bundle));
    await heading(ui.passed).waitFor();

    await choose(written('anchors.json', Buffer.from(foreignAnchors)), ui.anchors);
    await heading(ui.notChecked).waitFor();
    await expectAccessible(page);
    await choose(written('anchors.json', Buffer.from('no anchors')), ui.anchors);

    await expectText(ui.badAnchors);
    expect(await heading(ui.passed).count()).toBe(0);
    await expectAccessible(page);
  });

  it('verifies a certificate by itself, names later edits, and looks up its number', async () => {
    await open(query);
    await choose(written('edited.pdf', await editedPdf(certificate, 'comment')));
    await expectText(ui.certificateFailed);
    await expectText(ui.laterComment);
    await choose(written('photo.pdf', await plainPdf()));
    await expectText(ui.otherPdf);

    await choose(written('certificate.pdf', certificate));
    await heading(ui.certificatePassed).waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: ui.lookUp }).click();

    await heading(ui.sealedHere).waitFor();
    await expectText(ano);
    expect(visitor.errors).toEqual([]);
  });

  it('verifies several files dropped at once, each by itself', async () => {
    const files = [
      ['evidence.zip', bundle],
      ['broken.zip', bundle.subarray(0, bundle.length >> 1)],
      ['altered.zip', altered()],
      ['certificate.pdf', certificate],
    ] as const;
    await open(query);
    await drop(files);
    await expectText(ui.summary({ total: 4, passed: 2, failed: 1, rest: 1 }));

    const lines = page.locator('.query-result');
    expect(await lines.locator('.query-result-name').allTextContents()).toEqual([
      expect.stringMatching(`^evidence.zip.*${ano}$`),
      expect.stringMatching('^broken.zip'),
      expect.stringMatching(`^altered.zip.*${ano}$`),
      expect.stringMatching(`^certificate.pdf.*${ano}$`),
    ]);
    expect(await lines.locator('.query-result-outcome').allTextContents()).toEqual([
      ui.passed,
      ui.cutOff,
      ui.failed,
      ui.passed,
    ]);
    await lines.nth(2).getByRole('button').click();
    await heading(ui.failed).waitFor();
    expect(await page.locator('.query-verdict-parts li').allTextContents()).toEqual(['data/page.html']);
    await expectAccessible(page);

    await open(`${query}?by=file`);
    await drop(files.slice(0, 2));
    await expectText(ui.leftOut);
  });

  it('works without network once it is loaded', async () => {
    await open(query);
    await page.waitForLoadState('networkidle');
    await visitor.context.setOffline(true);
    try {
      await choose(written('evidence.zip', bundle));
      await heading(ui.passed).waitFor();
      await choose(written('altered.zip', altered()));
      await heading(ui.failed).waitFor();
      await choose(written('certificate.pdf', certificate));
      await heading(ui.certificatePassed).waitFor();
      await expectText(ui.noLookUp);
      await drop([
        ['evidence.zip', bundle],
        ['certificate.pdf', certificate],
      ]);
      await expectText(ui.summary({ total: 2, passed: 2, failed: 0, rest: 0 }));
      await choose(written('anchors.json', Buffer.from(foreignAnchors)), ui.anchors);
      await expectText(ui.summary({ total: 2, passed: 0, failed: 0, rest: 2 }));
      await page.getByRole('link', { name: ui.byNumber, exact: true }).click();
      await expectText(ui.noLookUps);
      await expectAccessible(page);
    } finally {
      await visitor.context.setOffline(false);
    }
    expect(visitor.errors).toEqual([]);
  });

  it.each([
    ['empty', () => Buffer.alloc(0)],
    ['notZip', () => Buffer.from('A letter to the notary, which is no ZIP at all.')],
    ['otherZip', () => otherZip],
    ['cutOff', () => bundle.subarray(0, bundle.length >> 1)],
  ] as const)('explains in plain words why a file cannot be verified: %s', async (name, bytesOf) => {
    await open(query);

    await choose(written(`${name}.zip`, bytesOf()));

    await expectText(ui[name]);
    expect(await page.locator('.query-verdict').count()).toBe(0);
    await expectAccessible(page);
  });

  it("finds a file's attestation by its digest alone", async () => {
    await open(`${query}?by=file`);
    await expectAccessible(page);
    asked.length = 0;
    await choose(written('page.html', artifact), ui.anyFile);
    await heading(ui.found).waitFor();

    const sha256 = createHash('sha256').update(artifact).digest('hex');
    expect(new URL(page.url()).searchParams.get('sha256')).toBe(sha256);
    expect(asked.filter((request) => request.postData() !== null || request.method() !== 'GET')).toEqual([]);
    await expectText(ano);
    await expectAccessible(page);

    await page.getByLabel(ui.digest).fill('c0ffee');
    await page.getByRole('button', { name: ui.ask }).click();
    await expectText(ui.badDigest);
    const sm3 = execFileSync('openssl', ['dgst', '-sm3'], { input: artifact }).toString().trim();
    for (const [pasted, name] of [
      [sm3, 'sm3'],
      [sm3.slice(-64), 'digest'],
    ] as const) {
      await page.getByLabel(ui.digest).fill(pasted);
      await page.getByRole('button', { name: ui.ask }).click();
      await page.waitForURL((url) => url.searchParams.has(name));
      await heading(ui.found).waitFor();
    }
    await page.getByLabel(ui.digest).fill(`SHA256(page.html)= ${'0'.repeat(64)}`);
    await page.getByRole('button', { name: ui.ask }).click();
    await expectText(ui.none);
    await expectAccessible(page);
  });

  it('looks up by number, alone or with an ID, and shows errors in either', async () => {
    await open(`${query}?by=holder`);
    await page.getByLabel(ui.idNumber).fill('123');
    await page.getByRole('button', { name: ui.ask }).click();
    await expectText(ui.badIdNumber);
    await expectText(ui.badAno);
    await expectAccessible(page);

    await page.getByLabel(ui.idNumber).fill('110101199001011234');
    await page.getByLabel(ui.ano).fill(ano);
    await page.getByRole('button', { name: ui.ask }).click();

    await expectText(ui.noneOfBoth);
    expect(page.url()).not.toContain('110101199001011234');
    await expectAccessible(page);

    await page.getByLabel(ui.idNumber).fill('');
    await page.getByLabel(ui.ano).fill(ano.toLowerCase());
    await page.getByRole('button', { name: ui.ask }).click();
    await page.waitForURL(`**/v/${ano}`);
    await expectText(ui.sealedPage);
  });

  it('shows the log, and its commands check it with openssl', async () => {
    const { root, size } = await client.ask(chainCalls.chainInfo, {});
    await open(chain);
    await heading(ui.log).waitFor();
    await expectText(root ?? 'the log is empty');
    expect(await page.locator('.chain-number').textContent()).toBe(String(size));
    await page.locator('.chain-checkpoints summary').last().click();
    expect(await page.getByRole('group', { name: ui.checkpoint }).textContent()).toMatch(/\n1\n[^\n]+\n\n— /);
    await expectAccessible(page);

    const commands = (await page.getByRole('group', { name: ui.commands }).textContent()) ?? '';
    const folder = mkdtempSync(join(home, 'by-hand-'));
    const printed = execFileSync('bash', ['-ec', commands.replaceAll('localhost', '127.0.0.1')], { cwd: folder });

    expect(printed.toString()).toContain('Signature Verified Successfully');
    const tiles = await page
      .locator('.chain-outside-links a[href^="/tlog/"]')
      .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href));
    expect(tiles).toHaveLength(3);
    for (const tile of tiles) expect((await fetch(tile)).status).toBe(200);
    expect(visitor.errors).toEqual([]);
  });

  it('switches to the other language', async () => {
    await open(query);
    await page.getByRole('button', { name: ui.other }).click();

    await heading(ui.otherTitle).waitFor();
    await expectAccessible(page);
    expect(visitor.errors).toEqual([]);
  });
});

describe('the log', () => {
  it(
    'grows on the page while it is open',
    async () => {
      const { page, close } = await web.visit({ language: 'en', width: 'desk' });
      await page.goto(chain);
      const size = page.locator('.chain-number');
      await size.waitFor();
      const before = Number(await size.textContent());

      await preserved('/article?again');

      await expect.poll(async () => Number(await size.textContent()), { timeout: 15_000 }).toBe(before + 1);
      await close();
    },
    slowMs,
  );
});

describe('the reference of the calls', () => {
  it.each([
    { language: 'zh', width: 'phone', filter: siteWords('zh').text('docs.search'), refused: '登录失败次数过多' },
    { language: 'en', width: 'desk', filter: siteWords('en').text('docs.search'), refused: 'Too many failed sign-ins' },
  ] as const)('finds a call and shows its input, reply and refusals ($language, $width)', async (o) => {
    const { page, errors, close } = await web.visit(o);
    await page.goto('/docs');
    await page.getByRole('searchbox', { name: o.filter }).fill('signs in with phone, login name');

    await page.getByText('/creditor/login', { exact: true }).click();

    await page.getByText('password', { exact: true }).waitFor();
    await page.getByText(o.refused).waitFor();
    await expectAccessible(page);
    expect(errors).toEqual([]);
    await close();
  });

  it('lists every call of the OpenAPI document', async () => {
    const { page, close } = await web.visit({ language: 'en', width: 'desk' });
    await page.goto('/docs');
    const { paths } = (await (await fetch(`${web.service.url}/openapi.json`)).json()) as {
      paths: Record<string, object>;
    };
    const operations = Object.values(paths).flatMap((path) => Object.keys(path));

    await expect.poll(() => page.locator('summary').count()).toBe(operations.length);
    await close();
  });
});

describe('a file of 500 MB', () => {
  it(
    'is hashed piece by piece',
    async () => {
      const path = written('large.bin', Buffer.alloc(0));
      truncateSync(path, 500 * 2 ** 20);
      const { page, context, close } = await web.visit({ language: 'en', width: 'desk' });
      await page.goto(`${query}?by=file`);
      const before = await residentMegabytes(context);

      await page.getByLabel(words.en.anyFile).setInputFiles(path);
      let most = 0;
      const isDone = page.getByRole('heading', { name: words.en.none }).waitFor({ timeout: slowMs });
      const watching = setInterval(async () => {
        most = Math.max(most, await residentMegabytes(context));
      }, 100);
      await isDone.finally(() => clearInterval(watching));

      const expected = createHash('sha256');
      for await (const chunk of createReadStream(path)) expected.update(chunk);
      expect(new URL(page.url()).searchParams.get('sha256')).toBe(expected.digest('hex'));
      expect(most).toBeGreaterThan(0);
      // A working browser grows by about 150 MB; half of the file is between that and the whole file.
      expect(most - before).toBeLessThan(250);
      await close();
    },
    slowMs,
  );
});

/** Memory of all browser processes. */
async function residentMegabytes(context: BrowserContext): Promise<number> {
  const inspector = await context.browser()?.newBrowserCDPSession();
  const { processInfo = [] } = (await inspector?.send('SystemInfo.getProcessInfo')) ?? {};
  await inspector?.detach();
  const kilobytes = processInfo.map(({ id }) => /^VmRSS:\s+(\d+)/m.exec(statusOf(id))?.[1]);
  return kilobytes.reduce((sum, one) => sum + Number(one ?? 0), 0) / 1024;
}

function statusOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return ''; // It ended while we looked.
  }
}
