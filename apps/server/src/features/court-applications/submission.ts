import type { CourtApplicationState } from '@proofkeep/contract';
import { courtApplicationStateTable } from '@proofkeep/contract';
import { Refusal } from '../../kit/refusal.ts';
import type { Court, ListAnswer } from '../../providers/court/court.ts';
import { lockOwnApplication, nameOfCaller, requireOwnApplication, type User } from './access.ts';
import { recordHandedOut, signedList } from './downloads.ts';
import { moveApplication } from './lifecycle.ts';

/** @throws Refusal NO_COURT */
function requireCourt({ services }: User): Court {
  if (!services.court) throw new Refusal('NO_COURT');
  return services.court;
}

/**
 * Calls the court outside any transaction. After a crash the same number is submitted again, which changes nothing at
 * the court.
 */
export const submitCourtApplication = {
  async prepare({ id }: { id: string }, context: User): Promise<{ reference: string; sha256: string }> {
    const court = requireCourt(context);
    const row = await requireOwnApplication(context, id);
    if (!courtApplicationStateTable.after(row.state, 'submit', 'applicant')) throw new Refusal('STATE_FORBIDS');
    const { pdf, json, list } = await signedList(context, row);
    const { court: name, caseNo } = row;
    const no = `${row.no}-${row.version}`;
    return { reference: await court.submitList({ no, court: name, caseNo, pdf, json }), sha256: list.sha256 };
  },

  async change(
    { id }: { id: string },
    context: User,
    { reference, sha256 }: { reference: string; sha256: string },
  ): Promise<null> {
    const row = await lockOwnApplication(context, id);
    if ((await signedList(context, row)).list.sha256 !== sha256) throw new Refusal('STATE_FORBIDS');
    const name = await nameOfCaller(context);
    const set = { reference, reason: null };
    await moveApplication(context.db, row, {
      event: 'submit',
      who: 'applicant',
      name,
      note: reference,
      now: context.now,
      set,
    });
    await recordHandedOut(context, id, 'access.submitted-court');
    context.audit({ application: row.no, reference });
    return null;
  },
};

export const askCourt = {
  async prepare({ id }: { id: string }, context: User): Promise<ListAnswer> {
    const court = requireCourt(context);
    const { state, reference } = await requireOwnApplication(context, id);
    if (state !== 'submitted' || reference === null) throw new Refusal('STATE_FORBIDS');
    return court.askAboutList(reference);
  },

  async change({ id }: { id: string }, context: User, answer: ListAnswer): Promise<{ state: CourtApplicationState }> {
    const row = await lockOwnApplication(context, id);
    context.audit({ application: row.no });
    if (answer.state === 'pending') return { state: row.state };
    const [event, reason] =
      answer.state === 'returned' ? (['return', answer.reason] as const) : (['accept', null] as const);
    const name = requireCourt(context).name;
    const note = reason ?? '';
    const state = await moveApplication(context.db, row, {
      event,
      who: 'court',
      name,
      note,
      now: context.now,
      set: { reason },
    });
    return { state };
  },
};
