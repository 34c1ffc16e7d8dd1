import { createHash, X509Certificate } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { captureSteps } from '@proofkeep/contract';
import { byTestLength, type SampleSite, startSampleSite } from '@proofkeep/fakes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Captured, capture, outcomeOf, removeCaptures, responsesOf } from '../kit/capture-node.ts';

const limitMs = 90_000;
/** Other tests capture over HTTP, so the short run has the whole sample page over HTTPS only. */
const schemes = byTestLength<readonly ('http' | 'https')[]>({ short: ['https'], long: ['http', 'https'] });
const bigMb = byTestLength({ short: 20, long: 60 });

let site: SampleSite;
let open: { egressAllow: string[] };
const made: Captured[] = [];

beforeAll(async () => {
  site = await startSampleSite();
  open = { egressAllow: [...site.egressAllow] };
});

afterAll(async () => {
  await site.close();
  removeCaptures();
});

async function captured(...options: Parameters<typeof capture>): Promise<Captured> {
  const result = await capture(...options);
  made.push(result);
  return result;
}

const textOf = ({ folder }: Captured): string => readFileSync(join(folder, 'page.txt'), 'utf8');

/** Resources of the sample page for which no recorded response has the sent bytes. */
function lost({ records }: Captured, origin: string): string[] {
  const bodies = new Set(records.filter(({ type }) => type === 'response').map((one) => `${one.url} ${one.sha256}`));
  const sent = (url: string) => site.requests.filter((request) => request.url === url).map(({ sha256 }) => sha256);
  return site
    .resources({ origin })
    .filter(({ url, sha256 }) => !(sha256 ? [sha256] : sent(url)).some((digest) => bodies.has(`${url} ${digest}`)))
    .map(({ url }) => url);
}

describe.each(schemes)('the sample page over %s', (scheme) => {
  let origin: string;
  let result: Captured;
  beforeAll(async () => {
    origin = scheme === 'http' ? site.httpOrigin : site.httpsOrigin;
    result = await captured({ url: `${origin}/`, ...open }, { CAPTURE_TRUST_SPKI: site.spki });
  }, limitMs);

  it('is complete, every resource in the record byte for byte', () => {
    expect(lost(result, origin)).toEqual([]);
    expect(result.report.missing).toEqual([]);
    expect(result.report).toMatchObject({ state: 'complete', failure: null, block: null });
  });

  it('counts a missing resource as captured if its response is recorded', () => {
    const [answer] = responsesOf(result, `${origin}/img/removed-listing.png`);

    expect(answer).toMatchObject({ status: 404 });
    expect(answer?.body?.toString('utf8')).toContain('该商品已下架');
  });

  it('keeps two Set-Cookie lines apart', () => {
    const [answer] = responsesOf(result, `${origin}/shop`);

    const cookies = answer?.headers.filter(([name]) => name === 'set-cookie').map(([, value]) => value.split('=')[0]);
    expect(cookies).toEqual(['visitor', 'currency']);
  });

  it('records the redirect to the page', () => {
    expect(result.report.page.redirects).toEqual([{ url: `${origin}/`, status: 301, location: `${origin}/shop` }]);
    expect(result.report.page.finalUrl).toBe(`${origin}/shop`);
    expect(responsesOf(result, `${origin}/`)).toMatchObject([{ status: 301 }]);
  });

  it('reads the title and the text, including text from scripts, frames and scrolling', () => {
    expect(result.report.page.title).toBe('雀山同款青鸟保温杯 原厂尾单 一比一复刻 - 万货街');
    expect(textOf(result)).toContain('已售 12,846 件');
    expect(textOf(result)).toContain('没有更多了');
    expect(textOf(result)).toContain('图案是一比一的');
  });

  it('takes screenshots to the end of the page', () => {
    expect(result.report.page.heightPx).toBeGreaterThan(20_000);
    const tiles = result.events.flatMap((event) =>
      event.type === 'artifact' && event.artifact.kind === 'screenshot' ? [event.artifact.path] : [],
    );
    const heights = tiles.map((path) => readFileSync(join(result.folder, path)).readUInt32BE(20));
    expect(heights.reduce((sum, height) => sum + height, 0)).toBe(result.report.page.heightPx);
  });

  it('lists each artifact with the size and digest of its file', () => {
    const artifacts = result.events.flatMap((event) => (event.type === 'artifact' ? [event.artifact] : []));

    for (const { path, size, sha256 } of artifacts) {
      const bytes = readFileSync(join(result.folder, path));
      expect({ path, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }).toEqual({
        path,
        size,
        sha256,
      });
    }
    expect(artifacts.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['wacz', 'dom', 'text', 'pdf', 'thumbnail', 'report']),
    );
  });

  it('reports an outcome for every step, in order', () => {
    expect(result.report.steps.map(({ step }) => step)).toEqual([...captureSteps]);
  });
});

// Most of the time is waiting, so the captures overlap from here on.
describe.concurrent('TLS', () => {
  it(
    'fails on an untrusted certificate',
    async () => {
      const result = await captured({ url: `${site.httpsOrigin}/article`, ...open });

      expect(result.report).toMatchObject({ state: 'failed', failure: { code: 'TLS_INVALID' } });
    },
    limitMs,
  );

  it(
    "continues if allowed, and records the browser's verdict",
    async () => {
      const result = await captured({ url: `${site.httpsOrigin}/article`, tls: 'record-invalid', ...open });

      expect(result.report.state).toBe('complete');
      expect(result.report.page.tls).toMatchObject({ subject: 'wanhuo.example', issuer: 'Wanhuo Street Test Root' });
      expect(result.report.page.tls?.verdict).toMatch(/CERT_AUTHORITY_INVALID|not (valid|trusted)/i);
      const leaf = new X509Certificate(readFileSync(join(result.folder, 'certificates.pem')));
      expect(leaf.checkIssued(new X509Certificate(site.caPem))).toBe(true);
    },
    limitMs,
  );
});

describe.concurrent('pages in front of the page', () => {
  it.each([
    ['/account', 'login-wall'],
    ['/challenge', 'challenge'],
    ['/empty', 'empty'],
    ['/error', 'http-error'],
    ['/overlay', 'overlay'],
  ])(
    'recognizes %s as %s, and records it completely',
    async (path, kind) => {
      const { report } = await captured({ url: site.httpOrigin + path, ...open });

      expect(report.block).toMatchObject({ kind });
      expect(report.state).toBe('complete');
    },
    limitMs,
  );

  it(
    'mistakes neither a fixed header nor a banner at the bottom for an overlay',
    async () => {
      const { report } = await captured({ url: `${site.httpOrigin}/overlay?small`, ...open });

      expect(report.block).toBeNull();
    },
    limitMs,
  );
});

describe.concurrent('other ways to load a page', () => {
  it(
    'records each hop of a redirect chain',
    async () => {
      const { report } = await captured({ url: `${site.httpOrigin}/redirect/5`, ...open });

      expect(report.state).toBe('complete');
      expect(report.page.redirects.map(({ status, location }) => `${status} ${new URL(location).pathname}`)).toEqual([
        '302 /redirect/4',
        '302 /redirect/3',
        '302 /redirect/2',
        '302 /redirect/1',
        '302 /article',
      ]);
    },
    limitMs,
  );

  it(
    'records a form with the submitted data',
    async () => {
      const result = await captured({ url: `${site.httpOrigin}/form`, ...open });

      const request = result.records.find(({ type, url }) => type === 'request' && url.endsWith('/form/result'));
      expect(new URLSearchParams(request?.body?.toString('utf8')).get('keyword')).toBe('雀山 保温杯');
      expect(result.report.page.title).toBe('查询结果');
    },
    limitMs,
  );

  it(
    'shows data received over a WebSocket',
    async () => {
      const result = await captured({ url: `${site.httpOrigin}/websocket`, ...open });

      expect(textOf(result)).toContain('没有防伪码，但是不影响使用哦');
    },
    limitMs,
  );

  it(
    'reports that a download is not a page',
    async () => {
      const { report } = await captured({ url: `${site.httpOrigin}/download-only`, ...open });

      expect(report).toMatchObject({ state: 'failed', failure: { code: 'NOT_A_PAGE' } });
    },
    limitMs,
  );

  it(
    'dismisses the consent overlay if asked, and records it',
    async () => {
      const result = await captured({ url: `${site.httpOrigin}/shop?big=0`, dismissConsent: true, ...open });

      expect(outcomeOf(result, 'consent')).toBe('done');
      expect(responsesOf(result, `${site.httpOrigin}/img/after-consent.png`)).toMatchObject([{ status: 200 }]);
      expect(readFileSync(join(result.folder, 'actions.jsonl'), 'utf8')).toMatch(/consent/);
      expect(textOf(result)).not.toContain('同意并继续');
    },
    limitMs,
  );

  it(
    'streams a large body into the record',
    async () => {
      const url = `${site.httpOrigin}/big/${bigMb}.bin`;
      const expected = site.resources({ bigMb }).find((resource) => resource.url === url);

      const result = await captured({ url: `${site.httpOrigin}/shop?big=${bigMb}`, ...open });

      expect(responsesOf(result, url)).toMatchObject([{ sizeBytes: bigMb * 1024 * 1024, sha256: expected?.sha256 }]);
      expect(statSync(join(result.folder, 'page.wacz')).size).toBeGreaterThan(bigMb * 1024 * 1024);
    },
    limitMs,
  );
});

describe('afterwards', () => {
  it('no process or file of any capture is left', () => {
    expect(made.length).toBeGreaterThan(10);
    expect(made.flatMap(({ leftovers }) => leftovers)).toEqual([]);
  });
});
