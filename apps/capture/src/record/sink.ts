import { closeSync, fsyncSync, mkdirSync, openSync, write as writeSome } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { PassingDigest } from '@proofkeep/bundle/node';
import { Artifact } from '@proofkeep/contract';

export interface ArtifactWriter {
  write(bytes: Uint8Array): Promise<void>;
  /** Makes the file durable and gives its digests; nothing can be written after. */
  close(): Promise<Artifact>;
}

/** The work folder: every file is written once, and hashed while it is written. */
export interface ArtifactSink {
  /** @throws Error where a file of that path was opened before, or the path leads out of the folder */
  open(kind: Artifact['kind'], path: string, mediaType: string): ArtifactWriter;
  put(kind: Artifact['kind'], path: string, mediaType: string, bytes: Uint8Array): Promise<Artifact>;
  artifacts(): readonly Artifact[];
}

export function createSink(workDir: string, onArtifact: (artifact: Artifact) => void): ArtifactSink {
  const artifacts: Artifact[] = [];
  const sink: ArtifactSink = {
    open(kind, path, mediaType) {
      Artifact.pick({ path: true }).parse({ path });
      const full = join(workDir, path);
      mkdirSync(dirname(full), { recursive: true });
      const file = openSync(full, 'wx', 0o600);
      const passing = new PassingDigest();
      return {
        async write(bytes) {
          passing.update(bytes);
          await write(file, bytes);
        },
        async close() {
          fsyncSync(file);
          closeSync(file);
          const artifact = Artifact.parse({ kind, path, mediaType, ...passing.digest() });
          artifacts.push(artifact);
          onArtifact(artifact);
          return artifact;
        },
      };
    },
    async put(kind, path, mediaType, bytes) {
      const writer = sink.open(kind, path, mediaType);
      await writer.write(bytes);
      return writer.close();
    },
    artifacts: () => artifacts,
  };
  return sink;
}

const writeOnce = promisify(writeSome);

/** One system call may take only a part of a large piece. */
async function write(file: number, bytes: Uint8Array): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await writeOnce(file, bytes, done, bytes.length - done, null);
    done += bytesWritten;
  }
}
