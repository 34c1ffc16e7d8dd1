import { runTask } from '../task.ts';

/** SHA-256 of a file, lower-case hex; not one byte of it leaves the browser. @throws TaskError */
export const hashFile = (
  file: File,
  watching: { onRead: (readBytes: number) => void; signal: AbortSignal },
): Promise<string> =>
  runTask<string>(new Worker(new URL('./hash.worker.ts', import.meta.url), { type: 'module' }), file, watching);

/** A digest as people paste it: any case, with a label, colons, spaces or a file name behind it. Null when it is none. */
export function digestIn(text: string): string | null {
  const bare = text
    .trim()
    .toLowerCase()
    .replace(/^sha-?256(\(.*\))?[^0-9a-f]*/, '')
    .replaceAll(':', '');
  const candidates = [bare.split(/\s/)[0] ?? '', bare.replaceAll(/\s/g, '')];
  return candidates.find((candidate) => /^[0-9a-f]{64}$/.test(candidate)) ?? null;
}
