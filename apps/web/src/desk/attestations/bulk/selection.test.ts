import { type AttestationSummary, attestationStateTable } from '@proofkeep/contract';
import { describe, expect, it } from 'vitest';
import { openTo } from './selection.ts';

const rows = attestationStateTable.states.map((state) => ({ ano: state, state }) as AttestationSummary);
const open = (act: Parameters<typeof openTo>[0]) => openTo(act, rows).map(({ state }) => state);

describe('bulk actions', () => {
  it('apply to rows whose state allows them', () => {
    expect(open('confirm')).toEqual(['preview']);
    expect(open('retry')).toEqual(['failed']);
    expect(open('cancel')).toEqual(['queuing', 'capturing']);
  });

  it('include labels in every state', () => {
    expect(open('label')).toEqual(attestationStateTable.states);
  });
});
