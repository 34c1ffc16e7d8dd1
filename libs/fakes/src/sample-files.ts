import { canonicalBytes, type FileList, type FilesManifest, type ListedFile, paths } from '@proofkeep/bundle';
import { sha256Hex, sm3Hex } from '@proofkeep/bundle/node';

/** Uploaded files, or their digests, as a sample bundle preserves them. */
export interface SampleFiles {
  kind: 'files' | 'digests';
  /** Content by name. */
  contents: Readonly<Record<string, string>>;
  /** Changes the list after the manifest states number and size of the files. */
  change?: (files: ListedFile[]) => ListedFile[];
}

/** Returns the manifest's own members and the preserved files by path. */
export function sampleFiles(
  { kind, contents, change = (files) => files }: SampleFiles,
  { ano, createdAt }: { ano: string; createdAt: string },
): { members: Pick<FilesManifest, 'kind' | 'subject' | 'receipt'>; data: Record<string, string | Uint8Array> } {
  const entries = Object.entries(contents).map(([name, content], i) => {
    const bytes = Buffer.from(content);
    const path = `${paths.dataFolder}files/${String(i + 1).padStart(4, '0')}`;
    const digests = { sha256: sha256Hex(bytes), sm3: sm3Hex(bytes) };
    const isKept = kind === 'files';
    const listed = { name, size: bytes.length, modifiedAt: null, path: isKept ? path : null, ...digests };
    return { path, bytes, listed: { ...listed, declaredSha256: isKept ? digests.sha256 : null } };
  });
  const files = entries.map(({ listed }) => listed);
  const list: FileList = { v: 1, type: 'proofkeep-files', ano, files: change(files) };
  const kept = kind === 'files' ? entries.map(({ path, bytes }): [string, Uint8Array] => [path, bytes]) : [];
  return {
    members: {
      kind,
      subject: {
        title: files[0]?.name ?? '',
        files: files.length,
        bytes: files.reduce((sum, { size }) => sum + size, 0),
      },
      receipt: {
        examinedAt: createdAt,
        tool: 'Proofkeep',
        toolVersion: '0.1.0',
        operator: { role: 'holder', name: '王芳', isCertified: false, actingAs: null },
      },
    },
    data: { [paths.fileList]: canonicalBytes(list), ...Object.fromEntries(kept) },
  };
}
