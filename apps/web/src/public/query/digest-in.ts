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
