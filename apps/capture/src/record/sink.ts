import { closeSync, fsyncSync, mkdirSync, openSync, rmSync, write as writeSome } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { PassingDigest } from '@proofkeep/bundle/node';
import { Artifact } from '@proofkeep/contract';

export interface ArtifactWriter {
  write(bytes: Uint8Array): Promise<void>;
  /** Makes the file durable and returns its digests; nothing can be written afterwards. */
  close(): Promise<Artifact>;
}

/** The work folder: every file is written once, and hashed while it is written. */
export interface ArtifactSink {
  /** @throws Error if a file of that path was opened before, the path leads out of the folder, or the sink has ended */
  open(kind: Artifact['kind'], path: string, mediaType: string): ArtifactWriter;
  put(kind: Artifact['kind'], path: string, mediaType: string, bytes: Uint8Array): Promise<Artifact>;
  artifacts(): readonly Artifact[];
  /** Removes incomplete files and then accepts only the report, because a step that timed out may still be running. */
  end(): void;
}

/** @param check throws if a file that `put` is given must not be kept */
export function createSink(
  workDir: string,
  onArtifact: (artifact: Artifact) => void,
  check: (kind: Artifact['kind'], bytes: Uint8Array) => void = () => {},
): ArtifactSink {
  const artifacts: Artifact[] = [];
  const unfinished = new Map<string, number>();
  let isEnded = false;
  const sink: ArtifactSink = {
    open(kind, path, mediaType) {
      if (isEnded && kind !== 'report') throw new Error(`${path} comes too late.`);
      Artifact.pick({ path: true }).parse({ path });
      const full = join(workDir, path);
      mkdirSync(dirname(full), { recursive: true });
      const file = openSync(full, 'wx', 0o600);
      unfinished.set(full, file);
      const passing = new PassingDigest();
      return {
        async write(bytes) {
          if (!unfinished.has(full)) throw new Error(`${path} was given up.`);
          passing.update(bytes);
          await write(file, bytes);
        },
        async close() {
          if (!unfinished.delete(full)) throw new Error(`${path} was given up.`);
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
      check(kind, bytes);
      const writer = sink.open(kind, path, mediaType);
      await writer.write(bytes);
      return writer.close();
    },
    artifacts: () => artifacts,
    end() {
      isEnded = true;
      for (const [path, file] of unfinished) {
        closeSync(file);
        rmSync(path);
      }
      unfinished.clear();
    },
  };
  return sink;
}

const writeOnce = promisify(writeSome);

/** One system call may write only part of a large chunk. */
async function write(file: number, bytes: Uint8Array): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await writeOnce(file, bytes, done, bytes.length - done, null);
    done += bytesWritten;
  }
}
