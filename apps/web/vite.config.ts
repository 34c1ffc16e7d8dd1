import react from '@vitejs/plugin-react';
import { defineConfig, type UserConfig } from 'vite';
import { chunkGroups } from './build/group-chunks.ts';
import { listPageFiles } from './build/page-files.ts';
import { precompress } from './build/precompress.ts';
import { recorderWorker } from './build/recorder-worker.ts';
import { slimLibraries } from './build/slim-libraries.ts';
import { splitWords } from './build/split-words.ts';

/** URL of the service while `vite` serves the site. */
const service = process.env.SERVICE_URL ?? 'http://127.0.0.1:3000';

const site: UserConfig = {
  root: import.meta.dirname,
  plugins: [react(), slimLibraries(), splitWords()],
  build: {
    // Lists the files each page loads (read by bench/web/first-load.ts).
    manifest: true,
    // No inlining as `data:` URLs: the site's content security policy allows scripts of its own origin only.
    assetsInlineLimit: 0,
    // All style sheets together are smaller than the requests for one page's sheets.
    cssCodeSplit: false,
    // The browsers that the build is for (Vite's default target) preload modules themselves.
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1200,
  },
  worker: { format: 'es' },
  server: { proxy: { '/creditor': service, '/ws': service, '/dev': service, '/tlog': service, '/trust': service } },
};

export default defineConfig(async ({ command }) => {
  if (command !== 'build') return site;
  const codeSplitting = await chunkGroups(site);
  const written = [listPageFiles(`${import.meta.dirname}/src`), recorderWorker(), precompress()];
  return {
    ...site,
    plugins: [site.plugins, written],
    build: { ...site.build, rolldownOptions: { output: { codeSplitting }, checks: { pluginTimings: false } } },
  };
});
