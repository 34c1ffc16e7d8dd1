import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

/** Media that compresses; images and fonts are compressed already. */
const kinds = new Set(['.css', '.js', '.json', '.svg', '.wasm']);
/** A smaller file is sent in the same packets as its headers, compressed or not. */
const leastBytes = 1_024;

/**
 * Writes each file of the build again as `.br` (RFC 7932) and `.gz` (RFC 1952), at the highest quality, since files are
 * built once and sent often. The service picks one by `Accept-Encoding`.
 */
export const precompress = (): Plugin => {
  let out = '';
  return {
    name: 'precompress',
    apply: 'build',
    configResolved: ({ root, build }) => {
      out = resolve(root, build.outDir);
    },
    writeBundle: {
      order: 'post',
      sequential: true,
      handler: () => compressFolder(out),
    },
  };
};

/** Compresses the files of a folder and of its visible subfolders. A copy that isn't smaller is not written. */
export async function compressFolder(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && kinds.has(extname(entry.name)) && !entry.parentPath.includes('/.'))
    .map(({ parentPath, name }) => join(parentPath, name));
  await Promise.all(files.map(compressFile));
}

async function compressFile(file: string): Promise<void> {
  const content = await readFile(file);
  if (content.length < leastBytes) return;
  const { BROTLI_PARAM_QUALITY, BROTLI_MAX_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants;
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(content, {
      params: { [BROTLI_PARAM_QUALITY]: BROTLI_MAX_QUALITY, [BROTLI_PARAM_SIZE_HINT]: content.length },
    }),
    promisify(gzip)(content, { level: 9 }),
  ]);
  if (br.length < content.length) await writeFile(`${file}.br`, br);
  if (gz.length < content.length) await writeFile(`${file}.gz`, gz);
}
