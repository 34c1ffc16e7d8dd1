import { type AttestationSummary, attestationStateTable } from '@proofkeep/contract';
import { describe, expect, it } from 'vitest';
import { openTo, sourceTotals } from './selection.ts';

const rows = attestationStateTable.states.map(
  (state) => ({ ano: state, kind: 'page', state, isRetryable: state === 'failed' }) as AttestationSummary,
);
const open = (act: Parameters<typeof openTo>[0]) => openTo(act, rows).map(({ state }) => state);

describe('bulk actions', () => {
  it('apply only to rows in a suitable state', () => {
    expect(open('confirm')).toEqual(['preview']);
    expect(open('retry')).toEqual(['failed']);
    expect(open('cancel')).toEqual(['queuing', 'capturing']);
  });

  it('leave out failed captures that the service would refuse to retry', () => {
    expect(openTo('retry', [{ kind: 'page', state: 'failed', isRetryable: false } as AttestationSummary])).toEqual([]);
  });

  it('include labels in every state', () => {
    expect(open('label')).toEqual(attestationStateTable.states);
  });
});

describe('the cost of a bulk confirmation', () => {
  it('is split by its source', () => {
    const cost = (amountCents: number, packageUnits: number) =>
      ({ state: 'held', amountCents, packageUnits }) as AttestationSummary['cost'];

    const totals = sourceTotals([
      { cost: cost(0, 1), orderNo: null },
      { cost: cost(0, 1), orderNo: null },
      { cost: cost(1_000, 0), orderNo: null },
      { cost: cost(900, 0), orderNo: '20261123000000000013' },
      { cost: null, orderNo: null },
    ]);

    expect(totals).toEqual({ packageUnits: 2, balanceCents: 1_000, orderCents: 900 });
  });
});
