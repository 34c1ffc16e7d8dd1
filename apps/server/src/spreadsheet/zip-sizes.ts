const endLength = 22;
const longestComment = 0xffff;

/**
 * Total size of the parts of a ZIP archive, as its directory states (APPNOTE 4.3.12): the reader allocates that much, whatever
 * the parts then unpack to.
 * @returns null if there is no directory, or it doesn't fit the file
 */
export function unpackedSizeOf(file: Buffer): { parts: number; bytes: number } | null {
  const end = file.lastIndexOf('PK\u0005\u0006', undefined, 'latin1');
  if (end < 0 || file.length - end > endLength + longestComment || file.length - end < endLength) return null;
  const parts = file.readUInt16LE(end + 10);
  let at = file.readUInt32LE(end + 16);
  let bytes = 0;
  for (let n = 0; n < parts; n++) {
    if (at + 46 > file.length || file.readUInt32LE(at) !== 0x02014b50) return null;
    bytes += file.readUInt32LE(at + 24);
    at += 46 + file.readUInt16LE(at + 28) + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32);
  }
  return { parts, bytes };
}
