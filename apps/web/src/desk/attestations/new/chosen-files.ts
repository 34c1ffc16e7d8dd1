import { type OpenUpload, plainFileName, submittedFiles } from '@proofkeep/contract';
import { useEffect, useRef, useState } from 'react';
import { toApiError } from '../../../api/api-error.ts';
import { hashFile } from '../../../ui/tasks/hash-file.ts';
import { TaskError } from '../../../ui/tasks/task.ts';
import { dropUpload, receiveFile } from '../receive-file.ts';

/** Whether the files are uploaded, or only hashed. */
export type FilesKind = 'files' | 'digests';

/** A file that a user chose, and its progress. */
export interface ChosenFile {
  key: string;
  file: File;
  /** Distinct among the chosen files. */
  name: string;
  phase: 'waiting' | 'hashing' | 'uploading' | 'finishing' | 'paused' | 'ready' | 'failed';
  /** Bytes hashed or uploaded so far. */
  doneBytes: number;
  sha256: string | null;
  sm3: string | null;
  /** Its resumable upload, once that began; small files have none. */
  uploadId: string | null;
  fileId: string | null;
  /** Why it failed: a sentence of the server, or a problem of the browser. */
  problem: { message: string; code: string } | 'unreadable' | 'too-large' | null;
}

/** Number of files processed at a time: hashing is limited by the CPU, uploading by the network. */
const atOnce = 2;

/**
 * The chosen files and their processing, which ends when the user leaves the form. @param unfinished earlier uploads:
 * choosing the file of one again continues it
 */
export function useChosenFiles(kind: FilesKind, unfinished: readonly OpenUpload[]) {
  const [files, setFiles] = useState<readonly ChosenFile[]>([]);
  const running = useRef(new Map<string, AbortController>());
  const change = (key: string, more: Partial<ChosenFile>) =>
    setFiles((all) => all.map((one) => (one.key === key ? { ...one, ...more } : one)));

  useEffect(() => {
    for (const one of files.filter(({ phase }) => phase === 'waiting')) {
      if (running.current.size >= atOnce) break;
      if (running.current.has(one.key)) continue;
      const ending = new AbortController();
      running.current.set(one.key, ending);
      void work(kind, one, ending.signal, (more) => ending.signal.aborted || change(one.key, more)).finally(() => {
        running.current.delete(one.key);
        // Starts the next one.
        setFiles((all) => [...all]);
      });
    }
  }, [files, kind]);
  useEffect(() => {
    const all = running.current;
    return () => {
      for (const ending of all.values()) ending.abort();
    };
  }, []);

  return {
    files,
    add: (added: readonly File[]) => setFiles((all) => withFiles(all, added, unfinished)),
    remove: (key: string) => {
      running.current.get(key)?.abort();
      const removed = files.find((one) => one.key === key);
      const sent = removed?.fileId ?? removed?.uploadId;
      if (sent) void dropUpload(sent);
      setFiles((all) => all.filter((one) => one.key !== key));
    },
    /** Keeps what was sent. */
    pause: (key: string) => {
      running.current.get(key)?.abort();
      change(key, { phase: 'paused' });
    },
    retry: (key: string) => change(key, { phase: 'waiting', problem: null }),
  };
}

let made = 0;

/** Adds files, each under a unique name. */
function withFiles(
  all: readonly ChosenFile[],
  added: readonly File[],
  unfinished: readonly OpenUpload[],
): ChosenFile[] {
  const names = new Set(all.map(({ name }) => name));
  const continued = new Set(all.map(({ uploadId }) => uploadId));
  const more = added.map((file): ChosenFile => {
    const name = distinct(nameOf(file), names);
    const before = unfinished.find((upload) => isOf(upload, file) && !continued.has(upload.id));
    continued.add(before?.id ?? null);
    names.add(name);
    made += 1;
    const begun = { sha256: null, sm3: null, fileId: null, problem: null };
    const sent = { uploadId: before?.id ?? null, doneBytes: before?.receivedBytes ?? 0 };
    return { key: String(made), file, name, phase: 'waiting', ...begun, ...sent };
  });
  return [...all, ...more];
}

const nameOf = (file: File): string => plainFileName(file.webkitRelativePath || file.name) || '-';

/** Whether the upload was begun with this file, as far as a browser can tell; in the end the digests decide. */
const isOf = ({ name, sizeBytes, modifiedAt }: OpenUpload, file: File): boolean =>
  name === nameOf(file) && sizeBytes === file.size && modifiedAt === new Date(file.lastModified).toISOString();

/** `photo.jpg`, `photo (2).jpg`, … */
export function distinct(name: string, taken: ReadonlySet<string>): string {
  const [, stem = name, ending = ''] = /^(.*?)(\.[^./]{1,10})?$/s.exec(name) ?? [];
  let found = name;
  for (let n = 2; taken.has(found); n++) found = `${stem} (${n})${ending}`;
  return found;
}

async function work(
  kind: FilesKind,
  { file, uploadId }: ChosenFile,
  signal: AbortSignal,
  change: (more: Partial<ChosenFile>) => void,
): Promise<void> {
  if (kind === 'files' && file.size > submittedFiles.maxUploadBytes) {
    change({ phase: 'failed', problem: 'too-large' });
    return;
  }
  try {
    if (kind === 'digests') {
      change({ phase: 'hashing', doneBytes: 0 });
      const onRead = (doneBytes: number) => change({ doneBytes });
      change({ phase: 'ready', ...(await hashFile({ file, withSm3: true }, { onRead, signal })) });
      return;
    }
    const { fileId } = await receiveFile(file, {
      name: nameOf(file),
      uploadId,
      onProgress: change,
      onDigests: change,
      onBegun: (begun) => change({ uploadId: begun }),
      signal,
    });
    change({ phase: 'ready', fileId });
  } catch (error) {
    if (signal.aborted) return;
    const { message, code } = toApiError(error);
    const problem = error instanceof TaskError ? 'unreadable' : { message, code };
    change({ phase: 'failed', problem });
  }
}
