import { useEffect, useState } from 'react';
import { problemOf, type TaskProblem } from '../../ui/tasks/task.ts';
import { type Outcome, verifyFile } from './verify-file.ts';

export type Verification =
  | { at: 'idle' }
  | { at: 'checking'; readBytes: number }
  | { at: 'done'; outcome: Outcome }
  | { at: 'stopped'; problem: TaskProblem };

/** Verifies once both file and anchors are present, and again when either changes. */
export function useVerification(file: File | null, anchors: string | undefined): Verification {
  const [verification, set] = useState<Verification>({ at: 'idle' });
  useEffect(() => {
    if (!file || anchors === undefined) {
      set({ at: 'idle' });
      return;
    }
    const ending = new AbortController();
    const { signal } = ending;
    const onRead = (readBytes: number) => signal.aborted || set({ at: 'checking', readBytes });
    onRead(0);
    verifyFile({ file, anchors }, { onRead, signal }).then(
      (outcome) => set({ at: 'done', outcome }),
      (error) => signal.aborted || set({ at: 'stopped', problem: problemOf(error) }),
    );
    return () => ending.abort();
  }, [file, anchors]);
  return verification;
}
