import { type AttestationSummary, calls, type Language, sentenceIn } from '@proofkeep/contract';
import { useRef, useState } from 'react';
import { toApiError } from '../../../api/api-error.ts';
import { ask } from '../../../api/ask.ts';
import { refresh } from '../../../api/refresh.ts';
import type { BulkAct } from './selection.ts';

/** Outcome of one row; `why` is null on success. */
export interface Outcome {
  row: AttestationSummary;
  why: string | null;
}

export interface Progress {
  isRunning: boolean;
  outcomes: readonly Outcome[];
}

interface Work {
  act: BulkAct;
  rows: readonly AttestationSummary[];
  /** Labels to add; used by `label` only. */
  labels: readonly string[];
  language: Language;
  /** Reason shown for a row that would exceed the label limit. */
  tooMany: string;
}

/** Maximum labels per attestation (contract: setLabels). */
const mostLabels = 20;

/** Runs one action on several rows, each with its own outcome. Stopping leaves the remaining rows unchanged. */
export function useBulk() {
  const [progress, setProgress] = useState<Progress>({ isRunning: false, outcomes: [] });
  const isStopped = useRef(false);

  async function run(work: Work): Promise<void> {
    isStopped.current = false;
    const outcomes: Outcome[] = [];
    const add = (more: readonly Outcome[]) => {
      outcomes.push(...more);
      setProgress({ isRunning: true, outcomes: [...outcomes] });
    };
    add([]);
    if (work.act === 'confirm') add(await confirmAll(work));
    else
      for (const row of work.rows) {
        if (isStopped.current) break;
        add([{ row, why: await one(work, row) }]);
      }
    setProgress({ isRunning: false, outcomes });
    await refresh('attestations');
  }

  return {
    progress,
    run: (work: Work) => void run(work),
    stop: () => {
      isStopped.current = true;
    },
  };
}

/** One call for all rows; the reply gives a reason for each row that wasn't confirmed. */
async function confirmAll({ rows, language }: Work): Promise<Outcome[]> {
  try {
    const despiteWarnings = rows.filter(({ warning }) => warning).map(({ ano }) => ano);
    const { refused } = await ask(calls.attestations.confirm, { anos: rows.map(({ ano }) => ano), despiteWarnings });
    const reasons = new Map(refused.map(({ ano, message }) => [ano, sentenceIn(message, language)]));
    return rows.map((row) => ({ row, why: reasons.get(row.ano) ?? null }));
  } catch (error) {
    return rows.map((row) => ({ row, why: toApiError(error).message }));
  }
}

/** @returns the reason for a failure, or null */
async function one({ act, labels, tooMany }: Work, row: AttestationSummary): Promise<string | null> {
  const { ano } = row;
  try {
    if (act === 'retry') await ask(calls.attestations.retry, { ano });
    if (act === 'cancel') await ask(calls.attestations.cancel, { ano });
    if (act === 'label') {
      const wanted = [...new Set([...row.labels, ...labels])];
      if (wanted.length > mostLabels) return tooMany;
      await ask(calls.attestations.setLabels, { id: ano, labels: wanted });
    }
    return null;
  } catch (error) {
    return toApiError(error).message;
  }
}
