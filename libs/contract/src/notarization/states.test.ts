import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matterDocumentStateWord } from './documents.ts';
import {
  isMatterOver,
  type MatterRole,
  type MatterState,
  matterEventWords,
  matterStates,
  matterStateTable,
} from './states.ts';
import { matterViews, queueOf, turnOf } from './views.ts';

const roles: readonly MatterRole[] = ['applicant', 'party', 'notary', 'system'];
const events = [...new Set(matterStateTable.rows.map(({ event }) => event))];
const people = ['applicant', 'party', 'notary'] as const;

describe('the life cycle of a matter', () => {
  it("can't leave an end state, and can reach the deed from every other state", () => {
    const over = matterStates.filter(isMatterOver);
    const leading = new Set<MatterState>(['issued']);
    for (let before = 0; before !== leading.size; ) {
      before = leading.size;
      for (const { from, to } of matterStateTable.rows) if (leading.has(to)) leading.add(from);
    }

    expect(matterStateTable.rows.filter(({ from }) => over.includes(from))).toEqual([]);
    expect(matterStates.filter((state) => !over.includes(state) && !leading.has(state))).toEqual([]);
  });

  it('has words for exactly its events', () => {
    expect(Object.keys(matterEventWords).sort()).toEqual([...events].sort());
  });

  it('keeps a matter whose order is open from being withdrawn or expiring', () => {
    expect(matterStateTable.after('paying', 'abandon')).toBeUndefined();
    expect(matterStateTable.after('paying', 'expire')).toBeUndefined();
    expect(matterStateTable.after('paying', 'close-order', 'applicant')).toBe('accepted');
  });

  it('lets only the roles in its table move a matter, and always has a role to act, in random histories', () => {
    const seen = new Set<MatterState>();
    // Each number chooses among the events that the state allows; drawn from all events, histories end after a few.
    const choice = fc.record({ at: fc.nat(), who: fc.constantFrom(...roles), stray: fc.constantFrom(...events) });
    fc.assert(
      fc.property(fc.array(choice, { minLength: 10, maxLength: 60 }), (history) => {
        let state: MatterState = 'draft';
        for (const { at, who, stray } of history) {
          const strayRow = matterStateTable.rows.find((one) => one.from === state && one.event === stray);
          const allows = strayRow !== undefined && [strayRow.who].flat().includes(who);
          expect(matterStateTable.after(state, stray, who)).toBe(allows ? strayRow.to : undefined);
          // Most events that the table allows end the matter: a history that keeps taking them never gets far.
          const rows = matterStateTable.rows.filter(({ from }) => from === state);
          const onward = rows.filter(({ to }) => !isMatterOver(to) || to === 'issued');
          const row = [...onward, ...onward, ...onward, ...rows][at % (onward.length * 3 + rows.length || 1)];
          if (row) state = matterStateTable.after(state, row.event, [row.who].flat()[0]) ?? 'draft';
          seen.add(state);
          const turns = people.map((role) => turnOf(state, { role, hasOpenStep: true }));
          if (isMatterOver(state)) expect(new Set(turns)).toEqual(new Set(['done']));
          // No role has to act before a booked session begins.
          else expect(turns.includes('wait-me')).toBe(state !== 'scheduled');
        }
      }),
      { numRuns: process.env.TEST_LENGTH === 'long' ? 20_000 : 1_000 },
    );
    expect(matterStates.filter((state) => state !== 'draft' && !seen.has(state))).toEqual([]);
  });

  it('waits only for a role that can do something other than withdraw', () => {
    const idle = matterStates
      .filter((state) => !isMatterOver(state) && !['identity', 'signing'].includes(state))
      .flatMap((state) =>
        people
          .filter((role) => turnOf(state, { role, hasOpenStep: true }) === 'wait-me')
          .filter((role) => matterStateTable.allowed(state, role).every((event) => event === 'abandon'))
          .map((role) => `${role} in ${state}`),
      );

    // The order, not the matter, is what an applicant pays.
    expect(idle).toEqual([]);
  });
});

describe('the views of matters', () => {
  it('list every matter that has not ended in exactly one view of each person', () => {
    for (const state of matterStates)
      for (const role of people)
        for (const hasOpenStep of [true, false])
          expect(isMatterOver(state) ? ['done'] : ['wait-me', 'wait-other', 'wait-notary']).toContain(
            turnOf(state, { role, hasOpenStep }),
          );
    expect(matterViews.at(-1)).toBe('all');
  });

  it('put every submitted matter into one queue of the notary', () => {
    expect(matterStates.filter((state) => queueOf(state) === null)).toEqual(['draft']);
  });
});

it('no document waits for a signature once everyone has signed or its matter has ended', () => {
  const ended = matterStates.filter(isMatterOver);
  expect(matterDocumentStateWord('frozen', 'signing')[1]).toBe('To be signed');
  expect(matterDocumentStateWord('frozen', 'sealing')[1]).toBe('Signed, to be sealed');
  expect(new Set(ended.map((state) => matterDocumentStateWord('frozen', state)[1]))).toEqual(
    new Set(['Not completed']),
  );
});
