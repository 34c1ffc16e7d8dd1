import type { AttestationEvent, AttestationSummary } from '@proofkeep/contract';
import { useState } from 'react';
import { isAllowed } from '../is-allowed.ts';

/** Bulk actions. `label` is allowed in every state. */
export const bulkActs = ['confirm', 'retry', 'label', 'cancel'] as const;
export type BulkAct = (typeof bulkActs)[number];

const events: Record<Exclude<BulkAct, 'label'>, AttestationEvent> = {
  confirm: 'confirmed',
  retry: 'retried',
  cancel: 'cancelled',
};

/** Rows whose state allows the action. */
export const openTo = (act: BulkAct, rows: readonly AttestationSummary[]): AttestationSummary[] =>
  act === 'label' ? [...rows] : rows.filter((row) => isAllowed(row, events[act]));

/** Cost of confirming these, by source: units of packages, the balance, or orders that are already paid. */
export function sourceTotals(rows: readonly Pick<AttestationSummary, 'cost' | 'orderNo'>[]) {
  const totals = { packageUnits: 0, balanceCents: 0, orderCents: 0 };
  for (const { cost, orderNo } of rows) {
    totals.packageUnits += cost?.packageUnits ?? 0;
    totals[orderNo ? 'orderCents' : 'balanceCents'] += cost?.amountCents ?? 0;
  }
  return totals;
}

export interface Selection {
  /** Selected rows of this page. */
  rows: AttestationSummary[];
  has(ano: string): boolean;
  toggle(ano: string): void;
  /** Selects all rows of this page, or none. */
  toggleAll(): void;
  clear(): void;
}

/**
 * Selection on one page of the list.
 * @param of URL of the page; a different URL clears the selection
 */
export function useSelection(of: string, shown: readonly AttestationSummary[]): Selection {
  const [kept, keep] = useState<{ of: string; anos: ReadonlySet<string> }>({ of, anos: new Set() });
  const anos = kept.of === of ? kept.anos : new Set<string>();
  // Drops rows that left the page after a state change, so that no action affects an invisible row.
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
