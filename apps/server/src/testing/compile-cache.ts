import { fileURLToPath } from 'node:url';

/** Folder of compiled modules, which `npm start` uses, too: `NODE_COMPILE_CACHE` of processes that tests start. */
export const compileCache = fileURLToPath(new URL('../../../../node_modules/.cache/compiled', import.meta.url));
