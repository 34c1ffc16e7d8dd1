/** A digest of a file; `algorithm` is null if the text doesn't say which one made it. */
export interface PastedDigest {
  hex: string;
  algorithm: 'sha256' | 'sm3' | null;
}

/** Extracts a digest from pasted text: any case, with a label, colons, spaces or a trailing file name. Null if none. */
export function digestIn(text: string): PastedDigest | null {
  const [, label = '', rest = ''] =
    /^(?:(sha-?256|sm-?3)(?:\(.*\))?[^0-9a-f]*)?(.*)$/s.exec(text.trim().toLowerCase()) ?? [];
  const bare = rest.replaceAll(':', '');
  const candidates = [bare.split(/\s/)[0] ?? '', bare.replaceAll(/\s/g, '')];
  const hex = candidates.find((candidate) => /^[0-9a-f]{64}$/.test(candidate));
  if (!hex) return null;
  return { hex, algorithm: label === '' ? null : label.startsWith('sm') ? 'sm3' : 'sha256' };
}
