import { fileURLToPath } from 'node:url';

/** Cache shared by the captures of all tests: the browser's digest, which takes 1.5 CPU s, and compiled programs. */
export const captureCache = fileURLToPath(new URL('../../../../node_modules/.cache/captures', import.meta.url));
