import { sha256Hex } from '@proofkeep/bundle/node';
import {
  notarizationCalls as calls,
  isMatterOver,
  type MatterDraft,
  type MatterRole,
  type MatterState,
  matterStateTable,
  phoneSigningCalls as phoneCalls,
  reservationCalls,
} from '@proofkeep/contract';
import { byTestLength } from '@proofkeep/fakes';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { beginPartySession } from '../../http/party-sessions.ts';
import { type Login, useService } from '../../testing/service.ts';
import { checkLedger, findBalance } from '../money/service.ts';
import { findEntries } from './journal/store.ts';
import { idNumber, type Notary, useMatters } from './testing/matters.ts';

const service = useService();
const matters = useMatters(service);
const creditCents = 100_000_00;

/** A matter with its people, who act in any order; the service refuses what the state forbids. */
interface Cast {
  id: string;
  no: string;
  holder: Login;
  notary: Notary;
  colleague: Notary;
  partyIds: string[];
}

type Act = (cast: Cast) => Promise<unknown>;

const reason = '情况有变，需要另行处理';
const asHolder = ({ holder }: Cast) => ({ as: holder.token });
const decide =
  (name: Parameters<typeof matters.decide>[0], input: Record<string, unknown> = {}): Act =>
  ({ id, notary }) =>
    matters.decide(name, { id, ...input }, notary);

const asParty = async ({ partyIds }: Cast) => {
  const from = { partyId: partyIds[1] ?? '', address: '192.0.2.1', userAgent: 'test', now: service.now };
  return { as: (await beginPartySession(service.database.pool, from)).token };
};

const acts = {
  pay: (cast) => service.ask(calls.payMatter, { id: cast.id, way: 'funds' }, asHolder(cast)),
  dispute: (cast) => service.ask(calls.disputeMatter, { id: cast.id, reason }, asHolder(cast)),
  withdraw: (cast) => service.ask(calls.abandonMatter, { id: cast.id, reason }, asHolder(cast)),
  async book(cast) {
    const { data, refused } = await service.ask(reservationCalls.sessionSlots, { id: cast.id }, asHolder(cast));
    const startsAt = refused === null ? data.slots[0]?.startsAt : undefined;
    if (startsAt)
      await service.ask(reservationCalls.bookSession, { id: cast.id, startsAt, way: 'in-person' }, asHolder(cast));
  },
  release: (cast) => service.ask(reservationCalls.releaseSession, { id: cast.id, reason }, asHolder(cast)),
  async 'applicant signs'(cast) {
    if ((await matters.info(cast.holder, cast.id)).state !== 'signing') return;
    const { people } = await matters.info(cast.holder, cast.id);
    if (people[0]?.steps.some(({ kind, state }) => kind === 'sign' && state !== 'done'))
      await matters.sign(cast.holder, cast.id, cast.partyIds[0] ?? '');
  },
  async 'party signs'(cast) {
    if ((await matters.info(cast.holder, cast.id)).state !== 'signing') return;
    const { people } = await matters.info(cast.holder, cast.id);
    if (people[1]?.steps.some(({ kind, state }) => kind === 'sign' && state !== 'done'))
      await matters.signOnPhone(cast.no, cast.partyIds[1] ?? '');
  },
  'party declines': async (cast) => service.ask(phoneCalls.decline, { nid: cast.no, reason }, await asParty(cast)),
  accept: decide('acceptMatter'),
  decline: decide('declineMatter', { reason }),
  waive: decide('waiveFee', { reason }),
  async identify(cast) {
    for (const partyId of cast.partyIds) await decide('identifyParty', { partyId, note: reason })(cast);
    await decide('saveQuestions', { questions: [{ question: '您是否自愿申请？', answer: '是。' }] })(cast);
  },
  'confirm for a session': decide('confirmIdentities', { needsSession: true }),
  'confirm without': decide('confirmIdentities', { needsSession: false }),
  start: decide('startSession'),
  end: decide('endSession', { outcome: 'session-ok' }),
  interrupt: decide('endSession', { outcome: 'interrupted', reason }),
  amend: decide('amendMatter', { reason }),
  reopen: decide('reopenSession', { reason }),
  issue: decide('issueDeed', { text: '兹证明前面的声明书系王芳本人签署。' }),
  pause: decide('suspendMatter', { reason: 'materials', note: reason }),
  resume: decide('resumeMatter'),
  async assign(cast) {
    const { refused } = await matters.decide(
      'assignMatter',
      { id: cast.id, notaryId: cast.colleague.staffId },
      cast.notary,
    );
    if (refused === null) [cast.notary, cast.colleague] = [cast.colleague, cast.notary];
  },
  reject: decide('rejectMatter', { reason, isFeeReturned: true }),
  terminate: decide('terminateMatter', { reason, isFeeReturned: false }),
} satisfies Record<string, Act>;
type ActName = keyof typeof acts;

const forward: ActName[] = ['accept', 'pay', 'identify', 'confirm without', 'applicant signs', 'party signs', 'issue'];
const withSession: ActName[] = forward.flatMap((name) =>
  name === 'confirm without' ? ['confirm for a session', 'book', 'start', 'end'] : [name],
);
const signed: ActName[] = ['applicant signs', 'party signs'];
/** Documents are disputed while they are signed, and returned once everyone has signed. */
const signedAgain: ActName[] = [
  ...forward.slice(0, 4),
  ...(['applicant signs', 'dispute', 'amend'] as const),
  ...signed,
  'amend',
  ...signed,
  'issue',
];
/** Sessions are moved, interrupted and held again after a party objects. */
const heldAgain: ActName[] = [
  ...forward.slice(0, 3),
  ...(['confirm for a session', 'book', 'release', 'book', 'start', 'interrupt', 'book', 'pause', 'resume'] as const),
  ...(['start', 'end', 'applicant signs', 'party declines', 'reopen', 'assign', 'book', 'start', 'end'] as const),
  ...signed,
  'issue',
];
const detour = fc.constantFrom(...(Object.keys(acts) as ActName[]));
/** The straight way, with other acts between its steps. */
const history = fc
  .tuple(
    fc.constantFrom(forward, withSession, signedAgain, heldAgain),
    fc.array(fc.tuple(fc.nat(20), detour), { maxLength: 8 }),
  )
  .map(([way, detours]) =>
    way.flatMap((name, at) => [...detours.flatMap(([n, act]) => (n === at ? [act] : [])), name]),
  );

async function cast(): Promise<Cast> {
  const [holder, notary] = [await service.given.login(), await matters.notary()];
  await service.given.credit(holder, creditCents);
  const parties: MatterDraft['parties'] = (['applicant', 'counterparty'] as const).map((role) => ({
    kind: 'person',
    role,
    name: role === 'applicant' ? '王芳' : '李明',
    idNumber: idNumber(),
    phone: service.given.phone(),
  }));
  const { id, no } = await matters.apply(holder, notary.officeId, { parties });
  const partyIds = (await matters.info(holder, id)).people.map((one) => one.id);
  return { id, no, holder, notary, colleague: await matters.notary(notary.officeId), partyIds };
}

/** Replays the journal by the contract's table, and checks its hash chain. @returns the state it reached in */
async function replay(matterId: string): Promise<MatterState> {
  let state: MatterState = 'draft';
  let previous: string | null = null;
  for (const [at, { seq, entry, sha256 }] of (await findEntries(service.database.pool, matterId)).entries()) {
    const said = JSON.parse(entry) as { event: string; actor: { role: MatterRole }; previous: string | null };
    expect([seq, said.previous, sha256Hex(Buffer.from(entry))]).toEqual([at + 1, previous, sha256]);
    previous = sha256;
    const row = matterStateTable.rows.find(({ event }) => event === said.event);
    if (!row) continue;
    const after: MatterState | undefined = matterStateTable.after(state, row.event, said.actor.role);
    expect(after, `${said.event} of ${said.actor.role} in ${state}`).toBeDefined();
    state = after ?? state;
  }
  return state;
}

async function expectMoneyWhole({ id, holder }: Cast, state: MatterState): Promise<void> {
  expect(await checkLedger(service.database.pool)).toEqual([]);
  const { cost } = await matters.info(holder, id);
  const { balanceCents, heldCents } = await findBalance(service.database.pool, holder.accountId);
  const spent = cost?.state === 'settled' ? cost.amountCents : 0;
  expect(balanceCents + heldCents + spent).toBe(creditCents);
  expect(heldCents).toBe(cost?.state === 'held' ? cost.amountCents : 0);
  if (isMatterOver(state)) expect(heldCents).toBe(0);
}

interface DocumentRow {
  kind: string;
  version: number;
  state: string;
  signed: string[];
}

async function expectDocumentsWhole({ id, partyIds }: Cast, state: MatterState): Promise<void> {
  const { rows } = await service.database.pool.query<DocumentRow>(
    `select d.kind, d.version, d.state, array(
       select party_id::text from matter_signature s where s.document_id = d.id order by 1) as signed
     from matter_document d where d.matter_id = $1`,
    [id],
  );
  for (const { kind, version, state: is } of rows) {
    const newest = Math.max(...rows.filter((one) => one.kind === kind).map((one) => one.version));
    if (version < newest) expect(is, `${kind} ${version}`).toBe('void');
  }
  const current = rows.filter((one) => one.state !== 'void');
  const everyone = partyIds.toSorted();
  for (const { kind, signed } of current)
    if ((state === 'sealing' || state === 'issued') && kind === 'inquiry') expect(signed).toEqual(everyone);
  if (state === 'signing')
    expect(current.every(({ kind, signed }) => kind !== 'inquiry' || signed.length < everyone.length)).toBe(true);
  expect(current.some(({ kind }) => kind === 'deed')).toBe(state === 'issued');
  if (state === 'issued') expect(current.filter((one) => one.state !== 'sealed')).toEqual([]);
}

describe('a matter', () => {
  it(
    'keeps its state, journal, money and documents consistent in random histories',
    async () => {
      const reached = new Set<MatterState>();
      await fc.assert(
        fc.asyncProperty(history, async (names) => {
          const played = await cast();
          for (const name of names) {
            await acts[name](played);
            const { state } = await matters.info(played.holder, played.id);
            expect(await replay(played.id), name).toBe(state);
            await expectMoneyWhole(played, state);
            await expectDocumentsWhole(played, state);
            reached.add(state);
          }
        }),
        { numRuns: byTestLength({ short: 6, long: 150 }), examples: [[signedAgain], [heldAgain]] },
      );
      expect(reached).toContain('issued');
      expect(reached).toContain('session-review');
    },
    byTestLength({ short: 180_000, long: 1_800_000 }),
  );
});
