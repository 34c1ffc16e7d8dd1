/** What a file is by its ends, before anybody asks whether it is genuine. */
export type FileKind = 'bundle' | 'empty' | 'not-zip' | 'cut-off' | 'other-zip';

const tailBytes = 1024 * 1024;
const endBytes = 22;
const [localHeader, endRecord] = ['PK\x03\x04', 'PK\x05\x06'];
/** Any of them: the name that was altered may be one. */
const partsOfEveryBundle = ['proof/leaf.json', 'proof/manifest.tst', 'contents.p7s'];

/** Looks at the first and the last bytes of a file only, however large it is. */
export async function fileKindOf(file: Blob): Promise<FileKind> {
  if (file.size === 0) return 'empty';
  const head = await textOf(file.slice(0, 4));
  const tail = await textOf(file.slice(-tailBytes));
  const hasEnd = endsAsZip(tail);
  // One whose first byte was altered is a bundle still, and the part can be named.
  if (hasEnd && partsOfEveryBundle.some((name) => tail.includes(name))) return 'bundle';
  if (head !== localHeader && head !== endRecord) return 'not-zip';
  return hasEnd ? 'other-zip' : 'cut-off';
}

/** APPNOTE §4.3.16: the end record, whose last two bytes say how long the comment is that ends the file. */
function endsAsZip(tail: string): boolean {
  const rest = tail.slice(tail.lastIndexOf(endRecord));
  if (!rest.startsWith(endRecord) || rest.length < endBytes) return false;
  return rest.length === endBytes + rest.charCodeAt(endBytes - 2) + 256 * rest.charCodeAt(endBytes - 1);
}

/** A character a byte. */
const textOf = async (blob: Blob): Promise<string> => new TextDecoder('latin1').decode(await blob.arrayBuffer());
