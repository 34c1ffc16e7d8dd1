import { blobSource, openZip } from '@proofkeep/bundle';
import { writeZip } from '@proofkeep/bundle/node';

/** Copies a bundle with one part replaced. */
export async function withAltered(
  bundle: Uint8Array,
  path: string,
  alter: (part: Uint8Array) => Uint8Array,
): Promise<Buffer> {
  const zip = await openZip(blobSource(new Blob([bundle as BlobPart])));
  const entries = await Promise.all(
    [...zip.entries.keys()].map(async (name) => {
      const bytes = await zip.bytes(name, 2 ** 28);
      return { name, bytes: name === path ? alter(bytes) : bytes };
    }),
  );
  const parts: Uint8Array[] = [];
  await writeZip(async (part) => void parts.push(part), entries);
  return Buffer.concat(parts);
}

/** Changes JSON in its canonical form, in which the properties are already sorted. */
export const alterJson =
  (change: (value: string) => string) =>
  (part: Uint8Array): Uint8Array =>
    Buffer.from(change(Buffer.from(part).toString()));
