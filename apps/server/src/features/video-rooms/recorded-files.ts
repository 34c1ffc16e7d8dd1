import type { Client } from '../../database/client.ts';
import { type FileDeps, readRecording } from './files.ts';
import { findChunks, findRecordings } from './recording-store.ts';
import { findConsentWords } from './store.ts';

/** The file of a finished recording, as a bundle has it. */
export interface RecordedFile {
  id: string;
  mediaType: 'video/webm' | 'video/mp4';
  sizeBytes: number;
  crc32: number;
  finishedAt: Date;
  pieces(): Promise<RecordedPieces>;
}

export interface RecordedPieces {
  /** Sizes of the pieces in bytes, in order. */
  sizes: number[];
  /** Reads the file without the database, so that a download can begin after the transaction has ended. */
  read(): Promise<AsyncIterable<Uint8Array>>;
}

/** Files of the finished recordings of a matter's video sessions. */
export async function recordedFiles(db: Client, deps: FileDeps, matterId: string): Promise<RecordedFile[]> {
  return (await findRecordings(db, matterId)).flatMap((row) => {
    const { id, mediaType, sizeBytes, crc32, finishedAt, sha256 } = row;
    if (finishedAt === null || sha256 === null) return [];
    const pieces = async () => {
      const chunks = await findChunks(db, id);
      return {
        sizes: chunks.map((one) => one.sizeBytes),
        read: async () => readRecording(deps, id, { chunks, start: 0, end: sizeBytes }),
      };
    };
    return { id, mediaType, sizeBytes, crc32, finishedAt, pieces };
  });
}

/** RFC 8785 texts of the words with which parties agreed to the recording of a matter's sessions. */
export const recordingConsents = (db: Client, matterId: string): Promise<string[]> => findConsentWords(db, matterId);
