import type { AttestationEvent, AttestationSummary } from '@proofkeep/contract';
import { useState } from 'react';
import { isAllowed } from '../allowed.ts';

/** What may be done to several at once. Labels may be set in every state. */
export const bulkActs = ['confirm', 'retry', 'label', 'cancel'] as const;
export type BulkAct = (typeof bulkActs)[number];

const events: Record<Exclude<BulkAct, 'label'>, AttestationEvent> = {
  confirm: 'confirmed',
  retry: 'retried',
  cancel: 'cancelled',
};

/** The rows whose state allows it. */
export const openTo = (act: BulkAct, rows: readonly AttestationSummary[]): AttestationSummary[] =>
  act === 'label' ? [...rows] : rows.filter((row) => isAllowed(row, events[act]));

export interface Selection {
  /** Rows of this page that are selected. */
  rows: AttestationSummary[];
  has(ano: string): boolean;
  toggle(ano: string): void;
  /** All rows of this page, or none. */
  toggleAll(): void;
  clear(): void;
}

/**
 * What is selected on one page of the list.
 * @param of the address of the page: at another one nothing is selected, whatever was before
 */
export function useSelection(of: string, shown: readonly AttestationSummary[]): Selection {
  const [kept, keep] = useState<{ of: string; anos: ReadonlySet<string> }>({ of, anos: new Set() });
  const anos = kept.of === of ? kept.anos : new Set<string>();
  // One that has left the page, as its state changed, is not acted on unseen.
  const rows = shown.filter(({ ano }) => anos.has(ano));
  const select = (selected: Iterable<string>) => keep({ of, anos: new Set(selected) });
  return {
    rows,
    has: (ano) => anos.has(ano),
    toggle: (ano) => select(anos.has(ano) ? [...anos].filter((other) => other !== ano) : [...anos, ano]),
    toggleAll: () => select(rows.length === shown.length ? [] : shown.map(({ ano }) => ano)),
    clear: () => select([]),
  };
}
