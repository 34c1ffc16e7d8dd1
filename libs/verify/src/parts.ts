import { type Digests, digestChunks, isListedPart, outsideTokenNumber, paths, requiredParts } from '@proofkeep/bundle';
import { type Context, readContents } from './context.ts';
import { type Detail, detail, detailOf, problem } from './details.ts';

/** Parts that the signed list cannot contain: the manifest, named by digest, the list itself and its signature. */
const apart: ReadonlySet<string> = new Set([paths.manifest, paths.contents, paths.contentsSignature]);

/** Checks that every preserved file exists with the stated size and digests. */
export async function checkObjects({ zip, manifest, note, digestsOf }: Context): Promise<void> {
  const seen = new Set<string>();
  for (const object of manifest.objects) {
    const { path: subject } = object;
    const found = await problemOf(zip, object, digestsOf?.(subject));
    const twice = seen.has(subject) ? detail('listed-twice') : undefined;
    const outside = subject.startsWith(paths.dataFolder) ? undefined : detail('outside-data');
    seen.add(subject);
    const fault = outside ?? twice ?? found;
    note('object', fault === undefined ? 'passed' : 'failed', { subject, detail: fault });
  }
  for (const name of zip.entries.keys())
    if (name.startsWith(paths.dataFolder) && !seen.has(name))
      note('unlisted', 'failed', { subject: name, detail: detail('not-in-manifest') });
}

/** Checks every other part against the signed list; a part that is not listed is a failure. */
export async function checkContents(context: Context): Promise<void> {
  const { zip, note, manifest, manifestSha256 } = context;
  let listed: ReadonlySet<string>;
  try {
    const contents = await readContents(context);
    if (contents.ano !== manifest.ano || contents.manifestSha256 !== manifestSha256) throw problem('other-bundle');
    note('contents', 'passed', { subject: paths.contents });
    listed = new Set(contents.files.map((file) => file.path));
    if (listed.size !== contents.files.length) throw problem('listed-twice');
    for (const file of contents.files) {
      const fault = isListedPart(file.path) ? await problemOf(zip, file) : detail('unknown-part');
      note('part', fault === undefined ? 'passed' : 'failed', { subject: file.path, detail: fault });
    }
  } catch (error) {
    note('contents', 'failed', { subject: paths.contents, detail: detailOf(error) });
    return;
  }
  for (const subject of requiredParts)
    if (!listed.has(subject)) note('part', 'failed', { subject, detail: detail('missing') });
  checkTokenNumbers(context, listed);
  for (const name of zip.entries.keys())
    if (!name.startsWith(paths.dataFolder) && !apart.has(name) && !listed.has(name))
      note('unlisted', 'failed', { subject: name, detail: detail('not-in-contents') });
}

/** Tokens are read from number 2 up to the first gap; a token after a gap would never be checked. */
function checkTokenNumbers({ note }: Context, listed: ReadonlySet<string>): void {
  for (const subject of listed) {
    const number = outsideTokenNumber(subject);
    if (number !== null && number > 2 && !listed.has(paths.outsideToken(number - 1)))
      note('outside-timestamp', 'failed', { subject, detail: detail('token-gap', { missing: number - 1 }) });
  }
}

async function problemOf(
  zip: Context['zip'],
  file: { path: string; size: number; sha256: string; sm3?: string },
  known?: Promise<Digests>,
): Promise<Detail | undefined> {
  const entry = zip.entries.get(file.path);
  if (!entry) return detail('missing');
  if (entry.size !== file.size) return detail('size', { found: entry.size, expected: file.size });
  let found: Digests;
  try {
    found = await (known ?? digestChunks(zip.chunks(file.path)));
  } catch (error) {
    return detailOf(error);
  }
  if (found.sha256 !== file.sha256) return detail('digest', { algorithm: 'SHA-256' });
  if (file.sm3 !== undefined && found.sm3 !== file.sm3) return detail('digest', { algorithm: 'SM3' });
  return undefined;
}
