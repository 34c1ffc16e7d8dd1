import { digestChunks, paths } from '@proofkeep/bundle';
import { type Context, messageOf, readContents } from './verify.ts';

/** Parts that the signed list cannot list: the manifest, which it names by digest, itself and its signature. */
const apart: ReadonlySet<string> = new Set([paths.manifest, paths.contents, paths.contentsSignature]);

/** Every preserved file: there, of the stated size, with the stated digests. */
export async function checkObjects({ zip, manifest, note }: Context): Promise<void> {
  const seen = new Set<string>();
  for (const object of manifest.objects) {
    const { path: subject } = object;
    const problem = await problemOf(zip, object);
    const twice = seen.has(subject) ? 'the manifest lists it twice' : undefined;
    const outside = subject.startsWith(paths.dataFolder) ? undefined : 'the manifest may list only what is under data/';
    seen.add(subject);
    const detail = outside ?? twice ?? problem;
    note('object', detail === undefined ? 'passed' : 'failed', { subject, detail: detail ?? '' });
  }
  for (const name of zip.entries.keys())
    if (name.startsWith(paths.dataFolder) && !seen.has(name))
      note('unlisted', 'failed', { subject: name, detail: 'the manifest does not list it' });
}

/** Every other part against the signed list, and nothing that is not listed. */
export async function checkContents(context: Context): Promise<void> {
  const { zip, note, manifest, manifestSha256 } = context;
  let listed: ReadonlySet<string>;
  try {
    const contents = await readContents(context);
    if (contents.ano !== manifest.ano || contents.manifestSha256 !== manifestSha256)
      throw new Error('it belongs to another bundle');
    note('contents', 'passed', { subject: paths.contents });
    listed = new Set(contents.files.map((file) => file.path));
    if (listed.size !== contents.files.length) throw new Error('it lists a part twice');
    for (const file of contents.files) {
      const detail = await problemOf(zip, file);
      note('part', detail === undefined ? 'passed' : 'failed', { subject: file.path, detail: detail ?? '' });
    }
  } catch (error) {
    note('contents', 'failed', { subject: paths.contents, detail: messageOf(error) });
    return;
  }
  for (const name of zip.entries.keys())
    if (!name.startsWith(paths.dataFolder) && !apart.has(name) && !listed.has(name))
      note('unlisted', 'failed', { subject: name, detail: 'the signed list does not have it' });
}

async function problemOf(
  zip: Context['zip'],
  file: { path: string; size: number; sha256: string; sm3?: string },
): Promise<string | undefined> {
  const entry = zip.entries.get(file.path);
  if (!entry) return 'it is missing';
  if (entry.size !== file.size) return `it has ${entry.size} bytes instead of ${file.size}`;
  let found: Awaited<ReturnType<typeof digestChunks>>;
  try {
    found = await digestChunks(zip.chunks(file.path));
  } catch (error) {
    return messageOf(error);
  }
  if (found.sha256 !== file.sha256) return 'its SHA-256 is another';
  if (file.sm3 !== undefined && found.sm3 !== file.sm3) return 'its SM3 is another';
  return undefined;
}
