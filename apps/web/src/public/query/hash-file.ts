import { runTask } from '../task.ts';

/** SHA-256 of a file, lower-case hex; the file never leaves the browser. @throws TaskError */
export const hashFile = (
  file: File,
  watching: { onRead: (readBytes: number) => void; signal: AbortSignal },
): Promise<string> =>
  runTask<string>(new Worker(new URL('./hash.worker.ts', import.meta.url), { type: 'module' }), file, watching);

/** Extracts a digest from pasted text: any case, with a label, colons, spaces or a trailing file name. Null if none. */
export function digestIn(text: string): string | null {
  const bare = text
    .trim()
    .toLowerCase()
    .replace(/^sha-?256(\(.*\))?[^0-9a-f]*/, '')
    .replaceAll(':', '');
  const candidates = [bare.split(/\s/)[0] ?? '', bare.replaceAll(/\s/g, '')];
  return candidates.find((candidate) => /^[0-9a-f]{64}$/.test(candidate)) ?? null;
}
