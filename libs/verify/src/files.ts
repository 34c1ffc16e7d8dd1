import { FileList, type FilesManifest, type ListedFile, paths, readSealed } from '@proofkeep/bundle';
import type { Context } from './context.ts';
import { detail, detailOf, problem } from './details.ts';

/** Checks that the list of uploaded files, or of digests, agrees with the manifest and names every preserved file once. */
export async function checkFiles({ manifest, note, part }: Context): Promise<void> {
  if (manifest.kind !== 'files' && manifest.kind !== 'digests') return;
  const subject = paths.fileList;
  try {
    if (!manifest.objects.some(({ path }) => path === subject)) throw problem('missing');
    const { ano, files } = readSealed(FileList, await part(subject), subject);
    if (ano !== manifest.ano) throw problem('other-bundle');
    compareFiles(files, manifest);
    compareCounts(files, manifest);
    const code = manifest.kind === 'files' ? 'listed-files' : 'listed-digests';
    note('files', 'passed', { subject, detail: detail(code, { count: files.length }) });
  } catch (error) {
    note('files', 'failed', { subject, detail: detailOf(error) });
  }
}

/** @throws Problem if a listed file differs from the preserved one, or a preserved file is not listed */
function compareFiles(files: readonly ListedFile[], { kind, objects }: FilesManifest): void {
  const unnamed = new Map(objects.map((object) => [object.path, object]));
  unnamed.delete(paths.fileList);
  const names = new Set<string>();
  for (const { name, path, size, sha256, sm3, declaredSha256 } of files) {
    const object = path === null ? undefined : unnamed.get(path);
    const isSame = object?.size === size && object?.sha256 === sha256 && object.sm3 === sm3;
    const isPlaced = kind === 'files' ? isSame && path?.startsWith(paths.filesFolder) : path === null;
    const isDeclared = declaredSha256 === null || declaredSha256 === sha256;
    if (!isPlaced || !isDeclared || names.has(name)) throw problem('files-differ', { name });
    names.add(name);
    if (path !== null) unnamed.delete(path);
  }
  for (const path of unnamed.keys()) throw problem('files-unnamed', { path });
}

function compareCounts(files: readonly ListedFile[], { subject }: FilesManifest): void {
  const bytes = files.reduce<number | null>((sum, { size }) => (sum === null || size === null ? null : sum + size), 0);
  if (files.length !== subject.files || bytes !== subject.bytes) throw problem('files-count');
}
