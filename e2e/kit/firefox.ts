import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Debian's Firefox, controlled by WebDriver BiDi (w3.org/TR/webdriver-bidi), because Playwright's protocol needs its
 * own build of Firefox.
 */
export interface Firefox {
  open(url: string): Promise<FirefoxTab>;
  close(): Promise<void>;
}

export interface FirefoxTab {
  /** Address of the tab. */
  url(): Promise<string>;
  /** Visible text of the tab or of a frame in it; undefined if there is no such frame. */
  textOf(frame?: RegExp): Promise<string | undefined>;
}

interface Context {
  context: string;
  url: string;
  children: Context[] | null;
}
interface Answer {
  id: number;
  type: 'success' | 'error';
  result: Record<string, unknown>;
  message?: string;
}

/** @param preferences as in about:config */
export async function startFirefox(preferences: Record<string, string | number | boolean>): Promise<Firefox> {
  const home = mkdtempSync(join(tmpdir(), 'firefox-'));
  const lines = Object.entries(preferences).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`);
  writeFileSync(join(home, 'user.js'), lines.join('\n'));
  const args = ['--headless', '--no-remote', '--remote-debugging-port', '0', '--profile', home];
  const child = spawn('firefox-esr', args, {
    env: { PATH: process.env.PATH, HOME: home },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exited = once(child, 'exit');
  const socket = new WebSocket(`${await addressOf(child.stderr)}/session`);
  await once(socket, 'open');
  const ask = commandsOver(socket);
  await ask('session.new', { capabilities: {} });
  return {
    async open(url) {
      const { context } = await ask('browsingContext.create', { type: 'tab' });
      await ask('browsingContext.navigate', { context, url, wait: 'complete' });
      return tabAt(ask, context as string);
    },
    async close() {
      socket.close();
      child.kill();
      await exited;
      rmSync(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Reads the address that Firefox writes to standard error. */
function addressOf(stderr: NodeJS.ReadableStream): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    stderr.on('data', (part) => {
      text += part;
      const [, address] = /WebDriver BiDi listening on (ws:\S+)/.exec(text) ?? [];
      if (address) resolve(address);
    });
    stderr.on('end', () => reject(new Error(`Firefox did not start: ${text}`)));
  });
}

type Ask = (method: string, params: object) => Promise<Record<string, unknown>>;

function commandsOver(socket: WebSocket): Ask {
  const waiting = new Map<number, (answer: Answer) => void>();
  let last = 0;
  socket.addEventListener('message', ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer;
    waiting.get(answer.id)?.(answer);
    waiting.delete(answer.id);
  });
  return async (method, params) => {
    const id = ++last;
    const answered = new Promise<Answer>((resolve) => waiting.set(id, resolve));
    socket.send(JSON.stringify({ id, method, params }));
    const { type, result, message } = await answered;
    if (type === 'error') throw new Error(`${method}: ${message}`);
    return result;
  };
}

function tabAt(ask: Ask, root: string): FirefoxTab {
  const treeOf = async () => {
    const { contexts } = (await ask('browsingContext.getTree', { root })) as unknown as { contexts: [Context] };
    return contexts[0];
  };
  return {
    url: async () => (await treeOf()).url,
    async textOf(frame) {
      const found = frame ? framesIn(await treeOf()).find(({ url }) => frame.test(url)) : { context: root };
      if (!found) return undefined;
      const target = { context: found.context };
      const expression = 'document.body?.innerText ?? ""';
      const evaluated = await ask('script.evaluate', { expression, target, awaitPromise: false });
      return (evaluated.result as { value?: string } | undefined)?.value;
    },
  };
}

const framesIn = ({ children }: Context): Context[] => (children ?? []).flatMap((child) => [child, ...framesIn(child)]);
