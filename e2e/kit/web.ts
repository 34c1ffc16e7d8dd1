import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Language } from '@proofkeep/contract';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { expect } from 'vitest';
import { startBalancer } from './balancer.ts';
import { newDataFolder } from './data-folder.ts';
import { freePort, type RunningService, startService } from './service.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const buildEntry = fileURLToPath(new URL('../../scripts/build.mjs', import.meta.url));

export const widths = { desk: 1440, phone: 390 } as const;

export interface VisitorKind {
  language: Language;
  width: keyof typeof widths;
  /** Default: 900 at a desk, 844 on a phone. */
  height?: number;
}

/** A browser context with the site open. */
export interface Visitor {
  page: Page;
  context: BrowserContext;
  /** Errors on the page since it was opened, except refused requests. */
  errors: string[];
  close(): Promise<void>;
}

export interface Web {
  service: RunningService;
  dataDir: string;
  visit(o: VisitorKind): Promise<Visitor>;
  /** Returns the newest code sent to a phone. */
  code(phone: string): Promise<string>;
  close(): Promise<void>;
}

/** Starts the service on its own data folder, with the site built as by `npm start`, and a browser. */
export async function startWeb(
  o: {
    /** Parent of the data folder; absent: the system's folder for temporary files. */
    folder?: string;
    egressAllow?: readonly string[];
    captures?: number;
    /**
     * Number of servers behind one address, with one database and one store; each runs `captures` captures
     * concurrently.
     */
    servers?: number;
    port?: number;
    environment?: Record<string, string>;
    /** Additional arguments for a separate browser. */
    browserArgs?: string[];
  } = {},
): Promise<Web> {
  buildSite();
  const home = mkdtempSync(join(o.folder ?? tmpdir(), 'web-e2e-'));
  const dataDir = await newDataFolder(home);
  const services: RunningService[] = [];
  const { servers = 1 } = o;
  const balancerPort = servers > 1 ? await freePort() : undefined;
  const shared: Record<string, string> =
    balancerPort === undefined ? {} : { PUBLIC_URL: `http://localhost:${balancerPort}` };
  for (let i = 0; i < servers; i++)
    services.push(
      await startService({
        dataDir,
        egressAllow: o.egressAllow,
        environment: { CAPTURE_CONCURRENCY: String(o.captures ?? 0), ...shared, ...o.environment },
        ...(o.port === undefined ? {} : { port: o.port }),
      }),
    );
  const [first] = services as [RunningService];
  const ports = services.map(({ url }) => Number(new URL(url).port));
  const balancer = balancerPort === undefined ? undefined : await startBalancer(ports, { port: balancerPort });
  // `PUBLIC_URL` is `localhost`: at another address the site warns, replays nothing and loses the session when payments
  // return.
  const service = { ...first, url: (balancer?.url ?? first.url).replace('127.0.0.1', 'localhost') };
  const isOwnBrowser = o.browserArgs !== undefined;
  const browser = await (isOwnBrowser ? startBrowser(o.browserArgs) : openSharedBrowser());
  const visitors: Visitor[] = [];
  return {
    service,
    dataDir,
    async visit(as) {
      const visitor = await visit(browser, service.url, as);
      visitors.push(visitor);
      return visitor;
    },
    async code(phone) {
      const { list } = (await (await fetch(`${service.url}/dev/outbox.json`)).json()) as {
        list: { phone: string; body: string }[];
      };
      return /\d{6}/.exec(list.find((one) => one.phone === phone)?.body ?? '')?.[0] ?? 'none was sent';
    },
    async close() {
      await Promise.all(visitors.map((visitor) => visitor.close()));
      if (isOwnBrowser) await browser.close();
      balancer?.close();
      await Promise.all(services.map((one) => one.stop()));
      rmSync(home, { recursive: true, force: true });
    },
  };
}

let isBuilt = false;

/**
 * Builds the site once per worker, for production: under a test runner the default would be React's development build.
 */
function buildSite(): void {
  if (isBuilt) return;
  execFileSync(process.execPath, [buildEntry], { env: { ...process.env, NODE_ENV: 'production' }, stdio: 'inherit' });
  isBuilt = true;
}

/** Playwright ends it with the worker. */
let sharedBrowser: Promise<Browser> | undefined;

/** The browser shared by all journeys of a worker; each visitor has a separate context. */
async function openSharedBrowser(): Promise<Browser> {
  const browser = await sharedBrowser;
  if (!browser?.isConnected()) sharedBrowser = startBrowser();
  return (await sharedBrowser) as Browser;
}

/**
 * Chromium's headless shell uses a third less CPU than Chromium with hidden windows. Only our own page runs in it; for
 * root, Chromium's sandbox is unavailable and disabled.
 */
function startBrowser(args: string[] = []): Promise<Browser> {
  const executablePath = '/usr/lib/chromium/chromium-headless-shell';
  return chromium.launch({ executablePath, args, chromiumSandbox: process.getuid?.() !== 0 });
}

async function visit(
  browser: Browser,
  baseURL: string,
  { language, width, height = width === 'phone' ? 844 : 900 }: VisitorKind,
): Promise<Visitor> {
  const context = await browser.newContext({
    baseURL,
    locale: language === 'zh' ? 'zh-CN' : 'en-US',
    timezoneId: 'Asia/Shanghai',
    viewport: { width: widths[width], height },
    hasTouch: width === 'phone',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  // Generous, because two journeys with their browsers and captures share two cores.
  page.setDefaultTimeout(25_000);
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    const isAnswer = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isAnswer) errors.push(message.text());
  });
  return { page, context, errors, close: () => context.close() };
}

interface Finding {
  id: string;
  nodes: { html: string; failureSummary?: string }[];
}

/**
 * Resolves once the page hasn't changed for 120 ms and no transition is running, during which colours and names match
 * neither state; after 5 s at the latest.
 */
const atRest = `new Promise((resolve) => {
  const isMoving = () => document.getAnimations().some(({ playState, effect }) =>
    playState === 'running' && effect?.getComputedTiming().endTime !== Infinity);
  let still;
  const wait = () => {
    clearTimeout(still);
    still = setTimeout(() => isMoving() ? wait() : resolve(), 120);
  };
  new MutationObserver(wait).observe(document, { subtree: true, childList: true, attributes: true });
  setTimeout(resolve, 5000);
  wait();
})`;

/** Expects no axe finding and no horizontal scrolling (WCAG 2.2, 1.4.10). */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(atRest);
  // Passed elements are omitted because nothing reads them.
  const run = `axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations)`;
  if (await page.evaluate('typeof axe === "undefined"')) await page.evaluate(axe);
  const found = (await page.evaluate(run)) as Finding[];
  expect(found.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html) }))).toEqual([]);
  await expectNothingSticksOut(page);
}

/**
 * Expects no axe finding, and no horizontal scrolling at either width: for a state of a page that only its journey reaches,
 * which in `npm test` has one width.
 */
export async function expectAccessibleInBothWidths(page: Page): Promise<void> {
  await expectAccessible(page);
  const { width, height } = page.viewportSize() ?? { width: widths.desk, height: 900 };
  await page.setViewportSize({ width: width === widths.desk ? widths.phone : widths.desk, height });
  await expectNothingSticksOut(page);
  await page.setViewportSize({ width, height });
}

/** Chromium's default size of type, and the one of a reader who needs large type. */
const typePx = { usual: 16, large: 24 };

/** Expects no horizontal scrolling when the reader has set the browser to type of one and a half times the size. */
export async function expectRoomForLargeType(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Page.setFontSizes', { fontSizes: { standard: typePx.large } });
  const rootSize = () => page.evaluate('getComputedStyle(document.querySelector(".phone")).fontSize');
  await expect.poll(rootSize).toBe(`${typePx.large}px`);
  await expectNothingSticksOut(page);
  await cdp.send('Page.setFontSizes', { fontSizes: { standard: typePx.usual } });
  await expect.poll(rootSize).toBe(`${typePx.usual}px`);
  await cdp.detach();
}

/** Expects no horizontal scrolling (WCAG 2.2, 1.4.10). */
export async function expectNothingSticksOut(page: Page): Promise<void> {
  const sticksOut = () => page.evaluate('document.documentElement.scrollWidth - innerWidth');
  await expect.poll(sticksOut, { timeout: 2_000 }).toBeLessThanOrEqual(0);
}
