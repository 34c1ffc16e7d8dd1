import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { build, type Rolldown } from 'vite';

/** The digests are WebAssembly, which `script-src 'self'` alone forbids (CSP Level 3, §4.4); `eval` stays forbidden. */
const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'";

const scriptPath = '/verify-page.js';
const html = `<!doctype html>
<textarea aria-label="Trust"></textarea>
<input type="file" aria-label="Bundle">
<pre role="status"></pre>
<script type="module" src="${scriptPath}"></script>`;

export interface VerifySite {
  url: string;
  /** Requested paths, in order. */
  asked: string[];
  close(): void;
}

/** Serves the verifying page, on the loopback address only. */
export async function startVerifySite(): Promise<VerifySite> {
  const script = await pageScript();
  const asked: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    asked.push(url);
    response.setHeader('Content-Security-Policy', policy);
    response.setHeader('Content-Type', url === scriptPath ? 'text/javascript' : 'text/html; charset=utf-8');
    response.end(url === scriptPath ? script : html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, asked, close: () => server.close() };
}

/** Bundles `verify-page.ts` with its imports, in memory. */
async function pageScript(): Promise<string> {
  const input = fileURLToPath(new URL('./verify-page.ts', import.meta.url));
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, modulePreload: false, rolldownOptions: { input } },
  });
  const [{ code }] = (built as Rolldown.RolldownOutput).output;
  return code;
}
