import { fileURLToPath } from 'node:url';

/** What the captures of all tests keep between them: the digest of the browser, which takes 1.5 CPU s, and compiled programs. */
export const captureCache = fileURLToPath(new URL('../../../../node_modules/.cache/captures', import.meta.url));
