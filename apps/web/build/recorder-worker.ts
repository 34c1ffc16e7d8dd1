import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';
import { ownScriptsOf, scriptsOf } from './page-files.ts';
import { entry, pages } from './pages.ts';

const page = '/record';
const place = '__RECORDER_BUILD__';
/** Fixed, because a browser requests the next build's worker under the same path. */
const fileName = 'record-worker.js';

/**
 * Builds the service worker of `/record` and writes into it what the page loads: its scripts, the style sheet and the icon.
 * @throws Error if the page loads a script later, which a page from the cache couldn't
 */
export const recorderWorker = (): Plugin => ({
  name: 'recorder-worker',
  apply: 'build',
  buildStart() {
    this.emitFile({ type: 'chunk', id: 'src/phone/record/shell/worker.ts', fileName });
  },
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const outputs = Object.values(bundle);
      const chunks = outputs.filter((one) => one.type === 'chunk');
      const worker = chunks.find((one) => one.fileName === fileName);
      if (!worker?.code.includes(place) || worker.imports.length > 0)
        throw new Error('The recorder’s worker is not whole.');
      const always = scriptsOf(chunks, [entry]);
      const own = ownScriptsOf(chunks, pages[page]?.modules ?? []);
      const later = own.flatMap((file) => chunks.find((one) => one.fileName === file)?.dynamicImports ?? []);
      if (later.length > 0) throw new Error(`The recorder loads ${later.join(', ')} later.`);
      const styles = outputs.filter(({ fileName }) => fileName.endsWith('.css')).map(({ fileName }) => fileName);
      const files = [...new Set([...always, ...own, ...styles, 'seal.svg'])].map((file) => `/${file}`).sort();
      const id = createHash('sha256').update(files.join('\n')).digest('hex').slice(0, 16);
      worker.code = worker.code.replace(place, () => JSON.stringify({ page, id, files, entry: `/${always[0]}` }));
    },
  },
});
