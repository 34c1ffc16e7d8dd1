import { calls, plainFileName, submittedFiles } from '@proofkeep/contract';
import { useEffect, useRef, useState } from 'react';
import { toApiError } from '../../../api/api-error.ts';
import { sendFile } from '../../../api/send-file.ts';
import { hashFile } from '../../../ui/tasks/hash-file.ts';
import { TaskError } from '../../../ui/tasks/task.ts';

/** What is done with the files: uploaded, or only hashed. */
export type FilesKind = 'files' | 'digests';

/** A file that a user chose, and how far it is. */
export interface ChosenFile {
  key: string;
  file: File;
  /** Distinct among the chosen files. */
  name: string;
  phase: 'waiting' | 'hashing' | 'uploading' | 'ready' | 'failed';
  /** Bytes hashed or uploaded so far. */
  doneBytes: number;
  sha256: string | null;
  sm3: string | null;
  fileId: string | null;
  /** Why it failed: a sentence of the server, or a problem of the browser. */
  problem: { message: string } | 'unreadable' | 'too-large' | null;
}

/** Files that are worked on at once: hashing is bound by the processor, uploading by the line. */
const atOnce = 2;

/** The chosen files with what is done to them; ends the work when the form is left. */
export function useChosenFiles(kind: FilesKind) {
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
    add: (added: readonly File[]) => setFiles((all) => withFiles(all, added)),
    remove: (key: string) => {
      running.current.get(key)?.abort();
      setFiles((all) => all.filter((one) => one.key !== key));
    },
    retry: (key: string) => change(key, { phase: 'waiting', doneBytes: 0, problem: null }),
  };
}

let made = 0;

/** Adds files, each under a name of its own. */
function withFiles(all: readonly ChosenFile[], added: readonly File[]): ChosenFile[] {
  const names = new Set(all.map(({ name }) => name));
  const more = added.map((file): ChosenFile => {
    const name = distinct(plainFileName(file.webkitRelativePath || file.name) || '-', names);
    names.add(name);
    made += 1;
    const begun = { sha256: null, sm3: null, fileId: null, doneBytes: 0, problem: null };
    return { key: String(made), file, name, phase: 'waiting', ...begun };
  });
  return [...all, ...more];
}

/** `photo.jpg`, `photo (2).jpg`, … */
export function distinct(name: string, taken: ReadonlySet<string>): string {
  const [, stem = name, ending = ''] = /^(.*?)(\.[^./]{1,10})?$/s.exec(name) ?? [];
  let found = name;
  for (let n = 2; taken.has(found); n++) found = `${stem} (${n})${ending}`;
  return found;
}

async function work(
  kind: FilesKind,
  { file }: ChosenFile,
  signal: AbortSignal,
  change: (more: Partial<ChosenFile>) => void,
): Promise<void> {
  if (kind === 'files' && file.size > submittedFiles.maxBytes) {
    change({ phase: 'failed', problem: 'too-large' });
    return;
  }
  const progress = (doneBytes: number) => change({ doneBytes });
  try {
    change({ phase: 'hashing', doneBytes: 0 });
    const digests = await hashFile({ file, withSm3: kind === 'digests' }, { onRead: progress, signal });
    if (kind === 'digests') {
      change({ phase: 'ready', ...digests });
      return;
    }
    change({ phase: 'uploading', doneBytes: 0, ...digests });
    const { fileId } = await sendFile(calls.attestations.uploadFile, file, { onSent: progress, signal });
    change({ phase: 'ready', fileId });
  } catch (error) {
    if (signal.aborted) return;
    const problem = error instanceof TaskError ? 'unreadable' : { message: toApiError(error).message };
    change({ phase: 'failed', problem });
  }
}
