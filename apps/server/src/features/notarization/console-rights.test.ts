import { allCalls, type Call, notarizationCalls } from '@proofkeep/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { addressOf, useService } from '../../testing/service.ts';
import { type Notary, useMatters } from './testing/matters.ts';

/**
 * Every notary call about one matter, made by notaries without an office or of another office, and with parts of
 * another matter.
 */
const service = useService();
const matters = useMatters(service);

const unknownId = '00000000-0000-7000-8000-000000000000';
const reason = 'the reason of the test';

const ofMatters = allCalls.filter(({ who, path }) => who === 'notary' && path.includes('/matters/{id}'));

/** Valid input of each call, besides the matter; `version` is the current one. */
const inputs: Record<string, Record<string, unknown>> = {
  notaryMatter: {},
  notaryMatterFile: { documentId: unknownId },
  notaryMatterMaterial: { fileId: unknownId },
  verifyMatterEvidence: {},
  acceptMatter: { version: 1 },
  requestCorrection: { version: 1, items: [{ field: 'form', reason }] },
  declineMatter: { version: 1, reason },
  rejectMatter: { version: 1, reason },
  terminateMatter: { version: 1, reason },
  suspendMatter: { version: 1, reason: 'materials', note: reason },
  resumeMatter: { version: 1 },
  assignMatter: { version: 1, notaryId: unknownId },
  waiveFee: { version: 1, reason },
  identifyParty: { version: 1, partyId: unknownId, note: reason },
  confirmIdentities: { version: 1, needsSession: false },
  repeatSteps: { version: 1, partyId: unknownId, steps: ['id-card'], reason },
  saveQuestions: { version: 1, questions: [{ question: 'why?', answer: 'so' }] },
  startSession: { version: 1 },
  endSession: { version: 1, outcome: 'session-ok' },
  amendMatter: { version: 1, reason },
  reopenSession: { version: 1, reason },
  shipDeed: { version: 1, carrier: '顺丰速运', trackingNo: 'SF1234567890' },
  officeBundleFacts: {},
  officeBundle: {},
  issueDeed: { version: 1, text: 'the statement of a deed' },
  partyEvidence: {},
  partyEvidenceFile: { fileId: unknownId },
  recordPlayback: { fileId: unknownId },
  notaryRoom: {},
  openRoom: {},
  notaryRoomTicket: {},
  endRoom: {},
  recordRoomAnswer: { place: 0, question: { question: 'why?', answer: 'so' }, recordingId: null, recordedMs: null },
  beginRecording: { personId: 'notary', mediaType: 'video/webm' },
  sendRecordingChunk: { recordingId: unknownId, at: 0, sha256: '0'.repeat(64) },
  finishRecording: { recordingId: unknownId, chunks: 0, head: '0'.repeat(64) },
  roomRecording: { recordingId: unknownId },
  moveMatterSession: { version: 1, reason },
  missSession: { version: 1, reason },
};

const ask = async (call: Call, input: Record<string, unknown>, { token }: { token: string }) =>
  call.consumes ? askWithFile(call, input, token) : (await service.ask(call, input as never, { as: token })).refused;

/** The input of a call with a file is in its URL. */
async function askWithFile(call: Call, input: Record<string, unknown>, token: string) {
  const { url, rest } = addressOf(call, input);
  const query = Object.entries(rest).map(([name, value]) => [name, String(value)]);
  const headers = { 'x-auth-token': token, 'content-type': 'multipart/form-data; boundary=b' };
  const address = `${url}?${new URLSearchParams(query)}`;
  const { method } = call;
  const answer = await service.app.inject({ method, url: address, headers, payload: '--b--\r\n' });
  return answer.json<{ errorCode?: string }>().errorCode ?? null;
}

let own: Notary;
let id: string;
beforeAll(async () => {
  own = await matters.notary();
  ({ id } = await matters.apply(await service.given.login(), own.officeId));
});

describe('a call of a notary about a matter', () => {
  it.each(ofMatters.map((call) => [call.name, call] as const))(
    '%s returns NOT_FOUND for a matter of another office and for one that does not exist',
    async (name, call) => {
      const input = inputs[name];
      if (!input) throw new Error(`${name} has no input here.`);
      const other = await matters.notary();
      const unbound = await service.given.staff('notary');

      expect(await ask(call, { ...input, id }, other)).toBe('NOT_FOUND');
      expect(await ask(call, { ...input, id }, unbound)).toBe('NOT_FOUND');
      expect(await ask(call, { ...input, id: unknownId }, own)).toBe('NOT_FOUND');
    },
  );

  it("can't reach a file, document or party of another matter of the office", async () => {
    const [one, two] = [await service.given.login(), await service.given.login()];
    const mine = await matters.ready(one, own);
    const foreign = await matters.ready(two, own);
    const { people, materials, documents } = await matters.info(two, foreign.id);
    const [partyId, fileId, documentId] = [people[0]?.id, materials[0]?.file.fileId, documents[0]?.id];
    const calls = Object.fromEntries(ofMatters.map((call) => [call.name, call]));
    const about = { id: mine.id, version: (await matters.seen(mine.id, own)).version };
    const tried = [
      ['notaryMatterFile', { id: mine.id, documentId }],
      ['notaryMatterMaterial', { id: mine.id, fileId }],
      ['identifyParty', { ...about, partyId, note: reason }],
      ['repeatSteps', { ...about, partyId, steps: ['id-card'], reason }],
    ] as const;

    for (const [name, input] of tried) {
      const refused = await ask(calls[name] as Call, input, own);
      expect(['NOT_FOUND', 'STATE_FORBIDS'], name).toContain(refused);
    }
    const after = await matters.info(two, foreign.id);
    expect(after.journal.map(({ event }) => event)).not.toContain('step-repeated');
    expect(after.state).toBe('signing');
  });

  it('assigns a matter only to notaries of the same office', async () => {
    const colleague = await matters.notary(own.officeId);
    const stranger = await matters.notary();
    const assign = async (notaryId: string) => (await matters.decide('assignMatter', { id, notaryId }, own)).refused;

    expect(await assign(stranger.staffId)).toBe('INPUT_INVALID');
    expect(await assign(colleague.staffId)).toBeNull();
    expect((await matters.seen(id, colleague)).isMine).toBe(true);
  });
});

describe('the deadline of a matter', () => {
  it('stops while a notary suspends it, and runs again', async () => {
    const holder = await service.given.login();
    const { id: suspended } = await matters.apply(holder, own.officeId);
    const suspend = () =>
      matters.decide('suspendMatter', { id: suspended, reason: 'verification', note: 'asked the registry' }, own);
    expect((await suspend()).refused).toBe('STATE_FORBIDS');
    await matters.decide('acceptMatter', { id: suspended }, own);
    await matters.decide('waiveFee', { id: suspended, reason }, own);
    for (const { id: partyId } of (await matters.info(holder, suspended)).people)
      await matters.decide('identifyParty', { id: suspended, partyId, note: reason }, own);

    expect((await suspend()).refused).toBeNull();
    expect((await matters.seen(suspended, own)).pause?.reason).toBe('verification');
    expect((await matters.info(holder, suspended)).pause?.reason).toBe('verification');
    expect((await suspend()).refused).toBe('STATE_FORBIDS');
    expect((await matters.decide('resumeMatter', { id: suspended }, own)).refused).toBeNull();

    expect((await matters.seen(suspended, own)).pause).toBeNull();
    const { data } = await service.ask(notarizationCalls.matterInfo, { id: suspended }, { as: holder.token });
    expect(data.journal.map(({ event }) => event).slice(-2)).toEqual(['suspended', 'resumed']);
  });
});
