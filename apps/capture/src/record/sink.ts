import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PassingDigest } from '@proofkeep/bundle/node';
import { Artifact } from '@proofkeep/contract';

export interface ArtifactWriter {
  write(bytes: Uint8Array): Promise<void>;
  /** Makes the file durable and gives its digests; nothing can be written after. */
  close(): Promise<Artifact>;
}

/** The work folder: every file is written once, and hashed while it is written. */
export interface ArtifactSink {
  open(kind: Artifact['kind'], path: string, mediaType: string): Promise<ArtifactWriter>;
  put(kind: Artifact['kind'], path: string, mediaType: string, bytes: Uint8Array): Promise<Artifact>;
  artifacts(): readonly Artifact[];
}

export function createSink(workDir: string, onArtifact: (artifact: Artifact) => void): ArtifactSink {
  const artifacts: Artifact[] = [];
  const sink: ArtifactSink = {
    async open(kind, path, mediaType) {
      const full = join(workDir, path);
      await mkdir(dirname(full), { recursive: true });
      const file: FileHandle = await open(full, 'wx', 0o600);
      const passing = new PassingDigest();
      return {
        async write(bytes) {
          passing.update(bytes);
          await file.writeFile(bytes);
        },
        async close() {
          await file.sync();
          await file.close();
          const artifact = Artifact.parse({ kind, path, mediaType, ...passing.digest() });
          artifacts.push(artifact);
          onArtifact(artifact);
          return artifact;
        },
      };
    },
    async put(kind, path, mediaType, bytes) {
      const writer = await sink.open(kind, path, mediaType);
      await writer.write(bytes);
      return writer.close();
    },
    artifacts: () => artifacts,
  };
  return sink;
}
