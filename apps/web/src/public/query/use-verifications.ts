import { useEffect, useRef, useState } from 'react';
import { problemOf, type TaskProblem } from '../../ui/tasks/task.ts';
import { type Outcome, verifyFile } from './verify-file.ts';

export type Verification =
  | { at: 'waiting' }
  | { at: 'checking'; readBytes: number }
  | { at: 'done'; outcome: Outcome }
  | { at: 'stopped'; problem: TaskProblem }
  | { at: 'cancelled' };

/**
 * Verifies files one after another once the anchors are present, and again when files or anchors change. A file that
 * can't be verified doesn't keep the others from it.
 */
export function useVerifications(
  files: readonly File[],
  anchors: string | undefined,
): { verifications: Verification[]; cancel: () => void } {
  const [found, setFound] = useState<ReadonlyMap<File, Verification>>(new Map());
  const ending = useRef<AbortController>(null);
  useEffect(() => {
    setFound(new Map());
    if (anchors === undefined) return;
    const current = new AbortController();
    ending.current = current;
    void verifyAll(files, { anchors, signal: current.signal }, (file, verification) =>
      setFound((before) => new Map(before).set(file, verification)),
    );
    return () => current.abort();
  }, [files, anchors]);
  const cancel = () => {
    ending.current?.abort();
    const isOpen = (file: File) => !['done', 'stopped'].includes(found.get(file)?.at ?? 'waiting');
    setFound(new Map([...found, ...files.filter(isOpen).map((file) => [file, { at: 'cancelled' }] as const)]));
  };
  return { verifications: files.map((file) => found.get(file) ?? { at: 'waiting' }), cancel };
}

async function verifyAll(
  files: readonly File[],
  { anchors, signal }: { anchors: string; signal: AbortSignal },
  onChange: (file: File, verification: Verification) => void,
): Promise<void> {
  const report = (file: File, verification: Verification) => signal.aborted || onChange(file, verification);
  for (const file of files) {
    if (signal.aborted) return;
    report(file, { at: 'checking', readBytes: 0 });
    const onRead = (readBytes: number) => report(file, { at: 'checking', readBytes });
    await verifyFile({ file, anchors }, { onRead, signal }).then(
      (outcome) => report(file, { at: 'done', outcome }),
      (error) => report(file, { at: 'stopped', problem: problemOf(error) }),
    );
  }
}
