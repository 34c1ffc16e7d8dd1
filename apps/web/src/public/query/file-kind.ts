/** Kind of a file judged by its first and last bytes; for the verifier to say that a PDF isn't a certificate. */
export type FileKind = 'bundle' | 'empty' | 'not-zip' | 'cut-off' | 'other-zip' | 'other-pdf';

const tailBytes = 1024 * 1024;
const endBytes = 22;
const [localHeader, endRecord] = ['PK\x03\x04', 'PK\x05\x06'];
/** One match is enough, because one of the names may have been altered. */
const partsOfEveryBundle = ['proof/leaf.json', 'proof/manifest.tst', 'contents.p7s'];

/** Reads only the first and last bytes of a file that is no PDF. */
export async function fileKindOf(file: Blob): Promise<Exclude<FileKind, 'other-pdf'>> {
  if (file.size === 0) return 'empty';
  const head = await textOf(file.slice(0, 4));
  const tail = await textOf(file.slice(-tailBytes));
  const hasEnd = endsAsZip(tail);
  // A bundle with altered first bytes is still a bundle: the verifier can name the altered part.
  if (hasEnd && partsOfEveryBundle.some((name) => tail.includes(name))) return 'bundle';
  if (head !== localHeader && head !== endRecord) return 'not-zip';
  return hasEnd ? 'other-zip' : 'cut-off';
}

/** APPNOTE §4.3.16: the end record ends with the length of the comment that follows it. */
function endsAsZip(tail: string): boolean {
  const rest = tail.slice(tail.lastIndexOf(endRecord));
  if (!rest.startsWith(endRecord) || rest.length < endBytes) return false;
  return rest.length === endBytes + rest.charCodeAt(endBytes - 2) + 256 * rest.charCodeAt(endBytes - 1);
}

/** One character per byte. */
const textOf = async (blob: Blob): Promise<string> => new TextDecoder('latin1').decode(await blob.arrayBuffer());
