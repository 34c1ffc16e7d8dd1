import { type MatterEvent, type MatterState, partyPagePath, publicMatterPath } from '@proofkeep/contract';
import type { Database } from '../../database/database.ts';
import type { TextMessage, TextMessages } from '../../providers/text-messages.ts';
import { findHolderId, findLogin } from '../identity/service.ts';
import { findDocuments } from './documents/store.ts';
import type { NewEntry } from './journal/journal.ts';
import { findEntry, insertTexted } from './journal/store.ts';
import { findParties, findSteps, type PartyRow, type StepRow } from './parties/store.ts';
import { lockMatter, type MatterDbRow } from './store.ts';

interface TextDeps {
  database: Database;
  textMessages: TextMessages;
  /** Links in text messages start with it. */
  publicUrl: string;
  clock: () => Date;
}

/**
 * Events after which the parties get a text message, with the state in which they must act; `over` means that the
 * matter ended. The applicant sends each party the first link.
 */
const textedEvents: Partial<Record<MatterEvent, MatterState | 'over'>> = {
  'identity-failed': 'identity',
  'identity-ok-no-session': 'signing',
  'session-ok': 'signing',
  amend: 'signing',
  'return-documents': 'signing',
  issue: 'over',
  reject: 'over',
  terminate: 'over',
  abandon: 'over',
  expire: 'over',
};

export const isTexted = (event: MatterEvent): boolean => event in textedEvents;

/**
 * Notifies the parties of an entry of the journal by text message, once however often the job runs: the mark and the
 * messages are one transaction. Sends nothing if the matter has moved on meanwhile, or to a party who has done the step.
 * The account's holder gets a message at the desk, so their phone gets none.
 */
export async function textParties(deps: TextDeps, entry: { matterId: string; seq: number }): Promise<void> {
  const { database, textMessages, clock } = deps;
  await database.transaction(async (db) => {
    const row = await lockMatter(db, entry.matterId);
    const text = await findEntry(db, entry);
    if (!row || text === undefined || !(await insertTexted(db, { ...entry, now: clock() }))) return;
    const { event, detail } = JSON.parse(text) as Pick<NewEntry, 'detail'> & { event: MatterEvent };
    const holderId = await findHolderId(db, row.accountId);
    const holder = holderId === undefined ? undefined : await findLogin(db, { id: holderId });
    const isReplaced = (await findDocuments(db, row.id)).some(({ version }) => version > 1);
    const steps = await findSteps(db, row.id);
    const notified = new Set(holder?.phone ? [holder.phone] : []);
    for (const party of await findParties(db, row.id)) {
      const own = steps.filter(({ partyId }) => partyId === party.id);
      const template = templateOf(row, { event, partyId: detail.partyId, party, steps: own, isReplaced });
      if (template === null || notified.has(party.phone)) continue;
      notified.add(party.phone);
      await textMessages.send(db, { phone: party.phone, template, values: valuesOf(row, event, deps), language: 'zh' });
    }
  });
}

/** The message for a party; null if nothing concerns them. */
function templateOf(
  row: MatterDbRow,
  o: { event: MatterEvent; partyId: unknown; party: PartyRow; steps: readonly StepRow[]; isReplaced: boolean },
): TextMessage['template'] | null {
  const { event, steps } = o;
  const state = textedEvents[event];
  // Without steps they never took part, and may not know of the matter.
  if (state === 'over') return steps.length === 0 ? null : event === 'issue' ? 'matter-issued' : 'matter-ended';
  const open = steps.filter((step) => step.state === 'open');
  if (row.state !== state || open.length === 0) return null;
  if (state === 'identity') return o.partyId === o.party.id ? 'party-repeat' : null;
  return o.isReplaced ? 'party-sign-again' : 'party-sign';
}

const valuesOf = (row: MatterDbRow, event: MatterEvent, { publicUrl }: TextDeps) => ({
  matter: row.no,
  link: `${new URL(event === 'issue' ? publicMatterPath(row.no) : partyPagePath('login', row.no), publicUrl)}`,
  office: row.officeName ?? '',
  phone: row.officePhone ?? '',
});
