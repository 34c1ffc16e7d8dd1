import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { slimLibraries } from './build/slim-libraries.ts';
import { splitWords } from './build/split-words.ts';

/** Where the service runs while `vite` serves the site. */
const service = process.env.SERVICE_URL ?? 'http://127.0.0.1:3000';

export default defineConfig({
  plugins: [react(), slimLibraries(), splitWords()],
  build: {
    // Tells what each page loads (bench/web/first-load.ts).
    manifest: true,
    // What is inlined as data: would be forbidden by the policy of the site, which lets in scripts of its own origin alone.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1200,
  },
  worker: { format: 'es' },
  server: { proxy: { '/creditor': service, '/ws': service, '/dev': service, '/tlog': service, '/trust': service } },
});
