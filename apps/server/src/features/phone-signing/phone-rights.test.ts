import { allCalls, phoneSigningCalls as calls } from '@proofkeep/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { useService } from '../../testing/service.ts';
import { idNumber, type Notary, strokes, useMatters } from '../notarization/testing/matters.ts';
import { type OnPhone, picture, usePhone } from './testing/on-phone.ts';

/** Every party call, made with sessions of another matter's party, of the applicant, of the notary, and without one. */
const service = useService();
const matters = useMatters(service);
const phone = usePhone(service, matters);

const unknownId = '00000000-0000-7000-8000-000000000000';
const sha256 = '0'.repeat(64);
const ofParties = allCalls.filter(({ who }) => who === 'party');

/** Valid input of each call, besides the matter. */
const inputs: Record<string, Record<string, unknown>> = {
  partySignOut: {},
  partyMatter: {},
  consent: { sha256 },
  decline: { reason: 'the reason of the test' },
  cardPicture: { side: 'front' },
  ownCardPicture: { side: 'front' },
  submitCard: { name: '王芳', idNumber: idNumber(), validFrom: '2020-01-01', validUntil: null },
  beginVideo: { step: 'live-video' },
  showDigit: { challengeId: unknownId, at: 0 },
  finishVideo: { challengeId: unknownId, uploadId: unknownId, isLive: true },
  partyQuestions: {},
  answerQuestion: { place: 0, question: 'why?', answer: 'so', writingMs: 0 },
  finishQuestions: {},
  documentText: { documentId: unknownId },
  partyFile: { documentId: unknownId },
  recordReading: { documentId: unknownId },
  storePartyHandwriting: { strokes },
  sendPartySigningCode: {},
  partyRoom: {},
  consentToRecording: { sha256 },
  partyRoomTicket: {},
  signPartyDocuments: { imageId: unknownId, code: '123456', sha256: [sha256] },
};

let nid: string;
let notary: Notary;
/** Valid sessions that don't belong to this matter's party. */
let foreign: Record<string, string>;
let party: OnPhone;
let other: OnPhone;

beforeAll(async () => {
  notary = await matters.notary();
  const two = ['王芳', '李强'].map((name, at) => ({
    kind: 'person' as const,
    role: at === 0 ? ('applicant' as const) : ('counterparty' as const),
    name,
    idNumber: idNumber(),
    phone: service.given.phone(),
  }));
  const holder = await service.given.login();
  const matter = await phone.paid(holder, notary, { parties: two });
  ({ nid } = matter);
  const [one, next] = (await matters.info(holder, matter.id)).people;
  party = await phone.signIn(nid, one?.id ?? '');
  other = await phone.signIn(nid, next?.id ?? '');
  const elsewhere = await phone.paid(holder, notary);
  const partyId = (await matters.info(holder, elsewhere.id)).people[0]?.id ?? '';
  const stranger = await phone.signIn(elsewhere.nid, partyId);
  foreign = { party: stranger.as.as, applicant: holder.token, notary: notary.token, none: '' };
});

const refusalOf = async (call: (typeof ofParties)[number], as: string) => {
  const input = inputs[call.name];
  if (!input) throw new Error(`${call.name} has no input here.`);
  if (call.consumes === 'multipart/form-data')
    return (await phone.sendFile(call, { nid, ...input }, await picture(), { as })).errorCode;
  return (await service.ask(call, { nid, ...input } as never, as ? { as } : {})).refused;
};

describe('a call of a party', () => {
  it.each(ofParties.map((call) => [call.name, call] as const))(
    '%s rejects everyone but a party of this matter',
    async (_name, call) => {
      for (const [who, token] of Object.entries(foreign))
        expect(await refusalOf(call, token), who).toBe('SESSION_INVALID');
    },
  );

  it('can’t reach a picture, challenge or recording of another party of the matter', async () => {
    for (const who of [party, other]) await phone.consent(who);
    await phone.showCard(party, { name: '王芳', idNumber: idNumber() });
    const { challengeId } = (await service.ask(calls.beginVideo, { nid, step: 'live-video' }, party.as)).data;

    const card = await service.ask(calls.ownCardPicture, { nid, side: 'front' }, other.as);
    const digit = await service.ask(calls.showDigit, { nid, challengeId, at: 0 }, other.as);
    const announced = await phone.announce(other, challengeId, Buffer.alloc(9_000));

    expect([card.refused, digit.refused, announced.refused]).toEqual(['NOT_FOUND', 'DIGITS_OVER', 'DIGITS_OVER']);
    const { data } = await service.ask(calls.partyMatter, { nid }, other.as);
    expect(JSON.stringify(data)).not.toContain(party.phone);
    expect(data.cardSides).toEqual([]);
  });
});
