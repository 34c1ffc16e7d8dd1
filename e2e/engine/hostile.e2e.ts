import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hostilePaths, isLongTest, type SampleSite, startSampleSite } from '@proofkeep/fakes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Captured, capture, outcomeOf, removeCaptures } from '../kit/capture-node.ts';

/** Limit of the capture; the node may take up to `graceMs` longer to end the browser and write the record. */
const wallMs = 20_000;
const graceMs = 10_000;

let site: SampleSite;
beforeAll(async () => {
  site = await startSampleSite();
});
afterAll(async () => {
  await site.close();
  removeCaptures();
});

/**
 * Pages that allow no screenshot, and the reasons that may be reported: which of them comes first depends on the
 * machine.
 */
const failing: Record<string, string[]> = {
  '/hostile/deep': ['PAGE_CRASHED'],
  '/hostile/download': ['NOT_A_PAGE'],
  '/hostile/gzip-bomb': ['MEMORY_EXCEEDED', 'WALL_TIME_EXCEEDED', 'LOAD_TIMEOUT'],
  '/hostile/head-navigation': ['NOT_A_PAGE'],
  '/hostile/private-redirect': ['EGRESS_REFUSED'],
  '/hostile/redirects': ['NOT_A_PAGE'],
  '/hostile/slow-headers': ['WALL_TIME_EXCEEDED', 'LOAD_TIMEOUT'],
  '/hostile/typed-arrays': ['MEMORY_EXCEEDED'],
};

/** One page for each kind of attack: reaching other hosts, never finishing, exhausting memory, not being a page. */
const representative = ['download', 'loop', 'popups', 'private', 'private-redirect', 'self-navigation', 'typed-arrays'];
const tested = isLongTest ? hostilePaths : representative.map((name) => `/hostile/${name}`);

/** Endless pages, and the step that reports each; the page is captured in its state at that time. */
const endless: Record<string, string> = {
  '/hostile/loop': 'scroll',
  '/hostile/reload': 'load',
  '/hostile/self-navigation': 'load',
  '/hostile/tall': 'screenshot',
};

// The captures mostly wait, so they run concurrently.
describe.concurrent('a hostile page', () => {
  it.each(tested)(
    '%s ends in time with a report and leaves nothing behind',
    async (path) => {
      const job = { url: site.httpOrigin + path, egressAllow: [...site.egressAllow], limits: { wallMs } };
      const result = await capture(job);

      expect(result.leftovers).toEqual([]);
      expect(result.elapsedMs).toBeLessThan(wallMs + graceMs);
      expect(site.canary.reached).toEqual([]);
      const codes = failing[path];
      if (codes) expect(codes).toContain(result.report.failure?.code);
      const step = endless[path];
      if (step) expectTaken(result, step);
      if (path === '/hostile/private') expectRefusals(result);
      if (path === '/hostile/popups') expect(windowsOf(result)).toBeLessThanOrEqual(3);
    },
    wallMs + 2 * graceMs,
  );
});

function expectTaken(result: Captured, step: string): void {
  expect(result.report.state).toBe('partial');
  expect(outcomeOf(result, step)).toMatch(/cut|failed/);
  expect(outcomeOf(result, 'screenshot')).toMatch(/done|cut/);
}

/** Number of documents loaded in windows that the page opened. */
const windowsOf = ({ records }: Captured): number =>
  records.filter(({ type, url }) => type === 'response' && url.includes('/hostile/popups?')).length;

/** The record lists the addresses of this machine and its networks that the page tried to reach. */
function expectRefusals({ folder, report }: Captured): void {
  const connections = readFileSync(join(folder, 'connections.jsonl'), 'utf8').trim().split('\n');
  const refused = connections.map((line) => JSON.parse(line)).filter(({ verdict }) => verdict === 'refused');
  expect([...new Set(refused.map(({ host }) => host))]).toEqual(
    expect.arrayContaining(['127.0.0.1', 'localhost', '0.0.0.0', '::1', '::ffff:7f00:1', '169.254.169.254', 'fd00::1']),
  );
  expect(report.state).not.toBe('complete');
}
