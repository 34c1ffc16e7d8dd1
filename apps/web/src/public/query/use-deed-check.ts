import type { DeedProof } from '@proofkeep/verify';
import { useEffect, useState } from 'react';
import { problemOf, type TaskProblem } from '../../ui/tasks/task.ts';
import { checkDeed } from './verify-file.ts';

/** Results of this browser's own checks: the log's proof of a deed, and the digests of a chosen file. */
export type DeedCheck =
  | { at: 'idle' }
  | { at: 'done'; proof: DeedProof | null; digests: { sha256: string; documentSha256: string | null } | null }
  | { at: 'stopped'; problem: TaskProblem };

export function useDeedCheck({
  deed,
  file,
  anchors,
}: {
  deed: { statement: string; proof: string | null } | null;
  file: File | null;
  anchors: string | undefined;
}): DeedCheck {
  const [check, set] = useState<DeedCheck>({ at: 'idle' });
  const { statement, proof } = deed ?? {};
  useEffect(() => {
    if (anchors === undefined) return;
    const ending = new AbortController();
    const { signal } = ending;
    const task = {
      anchors,
      ...(statement && proof ? { deed: { statement, proof } } : {}),
      ...(file ? { pdf: file } : {}),
    };
    checkDeed(task, { onRead: () => {}, signal }).then(
      (found) => signal.aborted || set({ at: 'done', ...found }),
      (error) => signal.aborted || set({ at: 'stopped', problem: problemOf(error) }),
    );
    return () => ending.abort();
  }, [statement, proof, file, anchors]);
  return check;
}
