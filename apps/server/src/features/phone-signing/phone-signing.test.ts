import { sha256Hex } from '@proofkeep/bundle/node';
import {
  type AnswerTimes,
  phoneSigningCalls as calls,
  consolePhoneSigningCalls as consoleCalls,
  videoRules,
} from '@proofkeep/contract';
import { describe, expect, it } from 'vitest';
import { useService } from '../../testing/service.ts';
import { idNumber, strokes, useMatters } from '../notarization/testing/matters.ts';
import { picture, recording, usePhone } from './testing/on-phone.ts';

const service = useService();
const { ask } = service;
const matters = useMatters(service);
const phone = usePhone(service, matters);
const laterMs = (ms: number) => {
  service.now = new Date(service.now.getTime() + ms);
};

/** A paid matter with one party, who is signed in on the phone. */
async function given() {
  const [holder, notary] = [await service.given.login(), await matters.notary()];
  const card = { name: '王芳', idNumber: idNumber() };
  const parties = [{ kind: 'person' as const, role: 'applicant' as const, ...card, phone: service.given.phone() }];
  const matter = await phone.paid(holder, notary, { parties });
  const partyId = (await matters.info(holder, matter.id)).people[0]?.id ?? '';
  return { holder, notary, card, ...matter, partyId, who: await phone.signIn(matter.nid, partyId) };
}

/** As `given`, with everything done up to the signature. */
async function givenAtSigning() {
  const all = await given();
  await phone.identify(all.who, all.card);
  await phone.confirm(all.id, all.notary);
  return all;
}

describe('a party on the phone', () => {
  it('goes from the code to the signature, and the journal has every step with its digests', async () => {
    const { holder, notary, id, who, card } = await given();
    await phone.identify(who, card);
    expect((await matters.info(holder, id)).state).toBe('identity-review');
    await phone.confirm(id, notary);

    const { data } = await ask(calls.signPartyDocuments, await phone.readyToSign(who), who.as);

    expect(data.documents.every(({ signedAt }) => signedAt !== null)).toBe(true);
    const { state, journal } = await matters.info(holder, id);
    expect(state).toBe('sealing');
    const steps = journal.filter(({ event }) => event === 'step-finished').map(({ detail }) => detail);
    expect(steps.map(({ step }) => step)).toEqual([
      'phone-code',
      'statement',
      'id-card',
      'live-video',
      'objective',
      'objective-video',
    ]);
    expect(steps[1]).toMatchObject({ language: 'zh', wordsSha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(steps[3]).toMatchObject({
      claimed: { isLive: true },
      secondsToArrival: 0,
      digits: expect.stringMatching(/^\d{6}$/),
    });
    expect(journal.filter(({ event }) => event === 'document-read')).toHaveLength(4);
    expect(journal.at(-2)).toMatchObject({ event: 'documents-signed', actor: { role: 'party', name: '王芳' } });
  });

  it('completes each step once and in order', async () => {
    const { who, card } = await given();
    const { nid, as } = who;
    const early = [
      await phone.showCard(who, card),
      await ask(calls.beginVideo, { nid, step: 'live-video' }, as),
      await ask(calls.partyQuestions, { nid }, as),
      await ask(calls.finishQuestions, { nid }, as),
      await ask(calls.beginVideo, { nid, step: 'objective-video' }, as),
      await ask(calls.storePartyHandwriting, { nid, strokes }, as),
      await ask(calls.sendPartySigningCode, { nid }, as),
    ];
    await phone.consent(who);
    await phone.showCard(who, card);

    expect(early.map(({ refused }) => refused)).toEqual(early.map(() => 'STATE_FORBIDS'));
    expect((await phone.consent(who)).refused).toBe('STATE_FORBIDS');
    expect((await phone.showCard(who, card)).refused).toBe('STATE_FORBIDS');
  });

  it('can only consent to the current words', async () => {
    const { who } = await given();

    const { refused } = await ask(calls.consent, { nid: who.nid, sha256: '0'.repeat(64) }, who.as);

    expect(refused).toBe('AGREEMENT_CHANGED');
  });

  it('may decline with a reason, and the notary decides', async () => {
    const { holder, id, notary, who } = await given();

    await ask(calls.decline, { nid: who.nid, reason: '我没有申请过公证' }, who.as);

    const { state, journal } = await matters.info(holder, id);
    expect(state).toBe('identity-review');
    expect(journal.at(-1)).toMatchObject({ event: 'refuse', detail: { reason: '我没有申请过公证' } });
    for (const needsSession of [true, false])
      expect((await matters.decide('confirmIdentities', { id, needsSession }, notary)).refused).toBe('IDENTITY_OPEN');
  });

  it('gets the questions for everyone and for them, and none for another party', async () => {
    const [holder, notary] = [await service.given.login(), await matters.notary()];
    const card = { name: '王芳', idNumber: idNumber() };
    const parties = [
      { kind: 'person' as const, role: 'applicant' as const, ...card, phone: service.given.phone() },
      {
        kind: 'person' as const,
        role: 'counterparty' as const,
        name: '李明',
        idNumber: idNumber(),
        phone: service.given.phone(),
      },
    ];
    const { id, nid } = await phone.paid(holder, notary, { parties });
    const [one, two] = (await matters.info(holder, id)).people;
    const questions = [
      { question: '您是否自愿申请？', partyId: null },
      { question: '您与借款人是什么关系？', partyId: two?.id ?? '' },
      { question: '款项用于什么？', partyId: one?.id ?? '' },
    ];
    await matters.decide('saveQuestions', { id, questions: questions.map((o) => ({ ...o, answer: '' })) }, notary);
    const who = await phone.signIn(nid, one?.id ?? '');
    await phone.consent(who);
    await phone.showCard(who, card);
    await phone.record(who, 'live-video');

    const { data } = await ask(calls.partyQuestions, { nid }, who.as);

    expect(data.questions.map(({ question }) => question)).toEqual(['您是否自愿申请？', '款项用于什么？']);
  });

  it('answers at times that the journal, the office and the transcript state', async () => {
    const { holder, notary, id, who, card, partyId } = await given();
    await phone.identify(who, card);
    const { parties } = (await phone.evidence(id, notary)).data;
    const [first, ...rest] = (parties[0]?.answers ?? []).map(({ question, answer, startedAt, sentAt }) => ({
      question,
      answer,
      partyId,
      written: { startedAt, sentAt },
    }));
    const own = { ...first, answer: '是的，自愿。', written: null };

    await phone.confirm(id, notary, [own, ...rest]);

    const { journal } = await matters.info(holder, id);
    const { times } = journal.find(({ detail }) => detail.step === 'objective')?.detail ?? {};
    expect(times).toEqual([first, ...rest].map((one) => one?.written));
    const lengths = (times as AnswerTimes[]).map(({ startedAt, sentAt }) => Date.parse(sentAt) - Date.parse(startedAt));
    expect(new Set(lengths)).toEqual(new Set([1_500]));
    const { documents } = (await ask(calls.partyMatter, { nid: who.nid }, who.as)).data;
    const documentId = documents.find(({ kind }) => kind === 'inquiry')?.id ?? '';
    const text = JSON.stringify((await ask(calls.documentText, { nid: who.nid, documentId }, who.as)).data);
    expect(text.match(/本人在手机上作答：[^）]* 开始书写，[^）]* 提交/g)).toHaveLength(rest.length);
  });

  it('repeats the phone code by signing in again, which ends the earlier session', async () => {
    const { id, nid, partyId, holder, notary, who, card } = await given();
    await phone.identify(who, card);
    laterMs(60_000);
    const repeat = { id, partyId, steps: ['phone-code', 'statement'], reason: '请本人重新验证手机' };
    await matters.decide('repeatSteps', repeat, notary);

    const before = await ask(calls.partyMatter, { nid }, who.as);
    const again = await phone.signIn(nid, partyId);
    laterMs(60_000);
    await phone.consent(again);

    expect(before.refused).toBe('SESSION_INVALID');
    const entries = (await matters.info(holder, id)).journal.filter(({ detail }) => detail.step === 'phone-code');
    expect(entries).toHaveLength(2);
    for (const { at, detail } of entries) expect(detail.verifiedAt).toBe(at);
  });

  it('repeats what the notary asks for, and sees the reason', async () => {
    const { id, notary, who, card } = await given();
    await phone.identify(who, card);
    await phone.play(id, notary);
    const repeat = { id, partyId: who.partyId, steps: ['live-video'], reason: '画面太暗，看不清面部' };
    await matters.decide('repeatSteps', repeat, notary);

    const { data } = await ask(calls.partyMatter, { nid: who.nid }, who.as);
    const again = await phone.record(who, 'live-video');

    expect(data.steps.find(({ kind }) => kind === 'live-video')).toMatchObject({
      state: 'open',
      reason: repeat.reason,
    });
    expect(again.refused).toBeNull();
    const confirm = async () => (await matters.decide('confirmIdentities', { id, needsSession: true }, notary)).refused;
    expect(await confirm()).toBe('RECORDING_UNPLAYED');
    await phone.play(id, notary);
    expect(await confirm()).toBeNull();
    const files = (await phone.evidence(id, notary)).data.parties[0]?.files.filter(({ kind }) => kind === 'live-video');
    expect(files?.map(({ isCurrent }) => isCurrent)).toEqual([false, true]);
  });
});

describe('signing in as a party', () => {
  it('does not reveal whether a phone belongs to a party or a number exists', async () => {
    const { nid, who } = await given();
    laterMs(61_000);
    const stranger = service.given.phone();
    const missing = 'GZ00000000000';

    const answers: unknown[] = [];
    for (const [no, number] of [
      [nid, who.phone],
      [nid, stranger],
      [missing, who.phone],
      [missing, stranger],
    ] as const) {
      laterMs(61_000);
      const sent = await phone.requestCode(no, number);
      const entered = await ask(calls.partySignIn, { nid: no, phone: number, code: '000000' });
      answers.push([sent.status, sent.data, entered.status, entered.refused]);
    }

    expect(answers).toEqual(answers.map(() => answers[0]));
    expect(await phone.codeIn(stranger)).toBe('none');
  });

  it('accepts a code once, and only for the matter it was requested for', async () => {
    const { nid, who } = await given();
    const other = await given();
    await service.database.pool.query('update matter_party set phone = $1 where id = $2', [who.phone, other.partyId]);
    laterMs(61_000);
    await phone.requestCode(nid, who.phone);
    const code = await phone.codeIn(who.phone);

    const elsewhere = await ask(calls.partySignIn, { nid: other.nid, phone: who.phone, code });
    const first = await ask(calls.partySignIn, { nid, phone: who.phone, code });
    const second = await ask(calls.partySignIn, { nid, phone: who.phone, code });

    expect([elsewhere.refused, first.refused, second.refused]).toEqual(['CODE_INVALID', null, 'CODE_INVALID']);
  });

  it('gives access to one matter, for a limited time, until the matter ends', async () => {
    const { nid, who, id, holder } = await given();
    const other = await given();
    const look = (no: string, as: { as: string }) => ask(calls.partyMatter, { nid: no }, as);

    expect((await look(other.nid, who.as)).refused).toBe('SESSION_INVALID');
    expect((await look(nid, { as: holder.token })).refused).toBe('SESSION_INVALID');
    laterMs(31 * 60_000);
    expect((await look(nid, who.as)).refused).toBe('SESSION_INVALID');
    const again = await phone.signIn(nid, who.partyId);
    expect((await look(nid, again.as)).refused).toBeNull();
    await service.database.pool.query(`update matter set state = 'expired', ended_at = $2 where id = $1`, [
      id,
      service.now,
    ]);
    expect((await look(nid, again.as)).refused).toBe('SESSION_INVALID');
  });
});

describe('files that a party sends', () => {
  it('are stored encrypted, and only the office of the matter sees them', async () => {
    const { id, notary, who, card } = await given();
    const other = { name: '王芳', idNumber: idNumber() };
    await phone.identify(who, other);

    const { parties } = (await phone.evidence(id, notary)).data;
    const [front] = parties[0]?.files ?? [];
    const url = consoleCalls.partyEvidenceFile.path.replace('{id}', id).replace('{fileId}', front?.id ?? '');
    const seenBy = async (token: string) =>
      service.app.inject({ url, headers: { 'x-auth-token': token } }).then(({ statusCode, rawPayload }) => ({
        statusCode,
        isPicture: rawPayload.subarray(0, 3).toString('hex') === 'ffd8ff',
      }));
    const stored = await service.store.list(`parties/${id}/`);

    expect(parties[0]?.card).toMatchObject({ idNumber: other.idNumber, differs: ['idNumber'] });
    expect(card.idNumber).not.toBe(other.idNumber);
    expect(await seenBy(notary.token)).toEqual({ statusCode: 200, isPicture: true });
    expect(await seenBy((await matters.notary()).token)).toMatchObject({ statusCode: 404 });
    expect(stored).toHaveLength(4);
    for (const { key } of stored)
      expect(Buffer.from(await service.store.bytes(key)).toString('hex', 0, 3)).not.toBe('ffd8ff');
  });

  it('are refused if they are no valid picture, or if the card data is missing, wrong or expired', async () => {
    const { who } = await given();
    const { nid, as } = who;
    await phone.consent(who);
    const send = (file: Buffer) => phone.sendFile(calls.cardPicture, { nid, side: 'front' }, file, as);
    const submit = (o: object) =>
      ask(
        calls.submitCard,
        { nid, name: '王芳', idNumber: idNumber(), validFrom: '2016-01-01', validUntil: null, ...o },
        as,
      );

    expect((await send(Buffer.from('<svg/>'))).errorCode).toBe('UPLOAD_TYPE');
    expect((await send((await picture()).subarray(0, 900))).errorCode).toBe('UPLOAD_BROKEN');
    expect((await submit({})).refused).toBe('STATE_FORBIDS');
    expect((await submit({ idNumber: '110101199003070000' })).refused).toBe('INPUT_INVALID');
    expect((await submit({ validUntil: '2020-01-01' })).envelope.fields).toEqual([
      { field: 'validUntil', message: expect.stringContaining('有效期') },
    ]);
  });

  it('must be recorded after the digits, which come in order, a second apart, expire and can be used once', async () => {
    const { who, card } = await given();
    const { nid, as } = who;
    await phone.consent(who);
    await phone.showCard(who, card);
    const begin = async () => (await ask(calls.beginVideo, { nid, step: 'live-video' }, as)).data.challengeId;
    const show = (challengeId: string, at: number) => ask(calls.showDigit, { nid, challengeId, at }, as);
    const send = async (challengeId: string, file = recording()) =>
      (await phone.sendRecording(who, challengeId, file)).refused;
    const first = await begin();

    expect((await show(first, 1)).refused).toBe('STATE_FORBIDS');
    const digit = (await show(first, 0)).data.digit;
    expect((await show(first, 0)).data.digit).toBe(digit);
    expect((await show(first, 1)).refused).toBe('STATE_FORBIDS');
    expect(await send(first)).toBe('STATE_FORBIDS');
    laterMs(11 * 60_000);
    expect(await send(first)).toBe('DIGITS_OVER');
    const second = await begin();
    await phone.showDigits(who, second);
    expect(await send(second, Buffer.alloc(9_000))).toBe('UPLOAD_TYPE');
    expect(await send(second)).toBe('DIGITS_OVER');
    const third = await begin();
    await phone.showDigits(who, third);
    expect(await send(third)).toBeNull();
    expect(await send(third)).toBe('DIGITS_OVER');
  });

  it('may arrive in pieces after the digits expired, if the digest came in time', async () => {
    const { id, notary, who, card } = await given();
    const { nid, as } = who;
    await phone.consent(who);
    await phone.showCard(who, card);
    const { challengeId } = (await ask(calls.beginVideo, { nid, step: 'live-video' }, as)).data;
    await phone.showDigits(who, challengeId);
    laterMs(4_000);
    const file = recording();
    const { uploadId } = await phone.announce(who, challengeId, file);
    await phone.sendPiece(who, uploadId, { from: 0, bytes: file.subarray(0, 5_000) });
    const early = await phone.finishRecording(who, challengeId, uploadId);
    laterMs(25 * 60_000);
    const later = await phone.signIn(nid, who.partyId);

    const { headers } = await phone.tus(later, 'HEAD', { uploadId, headers: {} });
    await phone.sendPiece(later, uploadId, { from: 5_000, bytes: file.subarray(5_000) });
    const finished = await phone.finishRecording(later, challengeId, uploadId);

    expect([early.refused, headers['upload-offset'], finished.refused]).toEqual(['UPLOAD_INCOMPLETE', '5000', null]);
    const [party] = (await phone.evidence(id, notary)).data.parties;
    const sent = party?.files.find(({ kind }) => kind === 'live-video');
    expect(sent).toMatchObject({ sha256: sha256Hex(file), challenge: { secondsToArrival: 4 } });
    const { rows } = await service.database.pool.query('select 1 from party_upload where id = $1', [uploadId]);
    expect(rows).toEqual([]);
  });

  it('must be the announced recording, uploaded by the party who announced it', async () => {
    const [one, two] = [await given(), await given()];
    const challenges: string[] = [];
    for (const { who, card } of [one, two]) {
      await phone.consent(who);
      await phone.showCard(who, card);
      const begun = await ask(calls.beginVideo, { nid: who.nid, step: 'live-video' }, who.as);
      challenges.push(begun.data.challengeId);
      await phone.showDigits(who, begun.data.challengeId);
    }
    const [challengeId = '', ofOther = ''] = challenges;
    const file = recording();
    const { uploadId } = await phone.announce(one.who, challengeId, file);
    const foreign = await phone.sendPiece(two.who, uploadId, { from: 0, bytes: file });
    const other = recording();
    await phone.sendPiece(one.who, uploadId, { from: 0, bytes: other });

    expect(foreign.statusCode).toBe(404);
    expect((await phone.announce(two.who, challengeId, file)).refused).toBe('DIGITS_OVER');
    expect((await phone.finishRecording(two.who, ofOther, uploadId)).refused).toBe('UPLOAD_GONE');
    expect((await phone.finishRecording(one.who, challengeId, uploadId)).refused).toBe('FILE_DIFFERS');
    expect((await phone.announce(one.who, challengeId, other)).refused).toBe('DIGITS_OVER');
    expect((await phone.sendRecording(one.who, challengeId, file)).refused).toBeNull();
  });

  it('are refused if they are too large', async () => {
    const { who, card } = await given();
    await phone.consent(who);
    await phone.showCard(who, card);
    const { challengeId } = (await ask(calls.beginVideo, { nid: who.nid, step: 'live-video' }, who.as)).data;

    const { refused } = await phone.announce(who, challengeId, Buffer.alloc(videoRules.maxBytes + 1));

    expect(refused).toBe('TOO_LARGE');
  });

  it('does not reveal another party’s recording', async () => {
    const [one, two] = [await given(), await given()];
    for (const { who, card } of [one, two]) {
      await phone.consent(who);
      await phone.showCard(who, card);
    }
    const { challengeId } = (await ask(calls.beginVideo, { nid: one.nid, step: 'live-video' }, one.who.as)).data;

    const shown = await ask(calls.showDigit, { nid: two.nid, challengeId, at: 0 }, two.who.as);

    expect(shown.refused).toBe('DIGITS_OVER');
  });
});

describe('the signature of a party', () => {
  it('requires that every document was read to its end', async () => {
    const { who } = await givenAtSigning();
    const { nid, as } = who;
    const { documents } = (await ask(calls.partyMatter, { nid }, as)).data;
    await ask(calls.recordReading, { nid, documentId: documents[0]?.id ?? '' }, as);

    const { data } = await ask(calls.documentText, { nid, documentId: documents[0]?.id ?? '' }, as);
    const written = await ask(calls.storePartyHandwriting, { nid, strokes }, as);
    const sent = await ask(calls.sendPartySigningCode, { nid }, as);

    expect(JSON.stringify(data)).toContain('王芳');
    expect([written.refused, sent.refused]).toEqual(['NOT_READ', 'NOT_READ']);
  });

  it('is recorded once if fifty are sent concurrently', async () => {
    const { holder, id, who } = await givenAtSigning();
    const signature = await phone.readyToSign(who);

    const answers = await Promise.all(
      Array.from({ length: 50 }, () => ask(calls.signPartyDocuments, signature, who.as)),
    );

    expect(answers.filter(({ refused }) => refused === null)).toHaveLength(1);
    const { journal, documents } = await matters.info(holder, id);
    expect(journal.filter(({ event }) => event === 'documents-signed')).toHaveLength(1);
    expect(documents.map(({ signatures }) => signatures.length).sort()).toEqual([0, 1, 1, 1, 1]);
  });

  it('accepts a code once, and not for another version of the documents', async () => {
    const { id, notary, who } = await givenAtSigning();
    const old = await phone.readyToSign(who);
    await ask(calls.decline, { nid: who.nid, reason: '笔录与我所说的不符' }, who.as);
    await matters.decide('amendMatter', { id, reason: '更正笔录' }, notary);

    const unread = await ask(calls.signPartyDocuments, old, who.as);
    const sha256 = await phone.read(who);
    const imageId = await phone.writeName(who);
    const withOldCode = await ask(calls.signPartyDocuments, { ...old, sha256, imageId }, who.as);
    const signature = { ...(await phone.readyToSign(who)) };
    const signed = await ask(calls.signPartyDocuments, signature, who.as);
    const again = await ask(calls.signPartyDocuments, signature, who.as);

    expect([unread, withOldCode, signed, again].map(({ refused }) => refused)).toEqual([
      'NOT_READ',
      'CODE_INVALID',
      null,
      'STATE_FORBIDS',
    ]);
  });

  it('is void once the documents are replaced, and the signer gets the reason', async () => {
    const { holder, id, notary, who } = await givenAtSigning();
    await ask(calls.signPartyDocuments, await phone.readyToSign(who), who.as);
    const signStep = async () =>
      (await ask(calls.partyMatter, { nid: who.nid }, who.as)).data.steps.find(({ kind }) => kind === 'sign');
    expect(await signStep()).toMatchObject({ state: 'done', reason: null });

    await matters.decide('amendMatter', { id, reason: '更正笔录中的姓名' }, notary);

    expect(await signStep()).toMatchObject({ state: 'open', reason: '更正笔录中的姓名' });
    expect((await matters.info(holder, id)).documents.flatMap(({ signatures }) => signatures)).toEqual([]);
  });

  it('is asked for again with the reason of new documents, also from a party who had only read the earlier ones', async () => {
    const { id, notary, who } = await givenAtSigning();
    const signStep = async () =>
      (await ask(calls.partyMatter, { nid: who.nid }, who.as)).data.steps.find(({ kind }) => kind === 'sign');
    await phone.read(who);
    expect(await signStep()).toMatchObject({ state: 'open', reason: null });
    await ask(calls.decline, { nid: who.nid, reason: '笔录与我所说的不符' }, who.as);

    await matters.decide('amendMatter', { id, reason: '更正笔录中的地址' }, notary);

    expect(await signStep()).toMatchObject({ state: 'open', reason: '更正笔录中的地址' });
  });

  it('is asked for again with the reason of a new session, if the notary ends it without one', async () => {
    const { id, notary, who } = await givenAtSigning();
    await ask(calls.decline, { nid: who.nid, reason: '笔录与我所说的不符' }, who.as);
    await matters.decide('reopenSession', { id, reason: '需要重新询问婚姻状况' }, notary);
    await matters.decide('startSession', { id }, notary);

    await matters.decide('endSession', { id, outcome: 'session-ok' }, notary);

    const { data } = await ask(calls.partyMatter, { nid: who.nid }, who.as);
    expect(data.steps.find(({ kind }) => kind === 'sign')).toMatchObject({
      state: 'open',
      reason: '需要重新询问婚姻状况',
    });
  });

  it('covers only documents of the party’s own matter', async () => {
    const [one, two] = [await givenAtSigning(), await givenAtSigning()];
    const { documents } = (await ask(calls.partyMatter, { nid: two.nid }, two.who.as)).data;
    const theirs = { nid: one.nid, documentId: documents[0]?.id ?? '' };

    expect((await ask(calls.documentText, theirs, one.who.as)).refused).toBe('NOT_FOUND');
    expect((await ask(calls.recordReading, theirs, one.who.as)).refused).toBe('NOT_FOUND');
  });
});

describe('the office', () => {
  it('plays a recording, which the journal records once', async () => {
    const { holder, id, notary, who, card } = await given();
    await phone.identify(who, card);
    const { parties } = (await phone.evidence(id, notary)).data;
    const video = parties[0]?.files.find(({ kind }) => kind === 'live-video');
    const played = () => ask(consoleCalls.recordPlayback, { id, fileId: video?.id ?? '' }, { as: notary.token });

    expect((await played()).refused).toBeNull();
    expect((await played()).refused).toBeNull();

    const { journal } = await matters.info(holder, id);
    expect(journal.filter(({ event }) => event === 'video-played')).toMatchObject([
      { actor: { role: 'notary' }, detail: { kind: 'live-video', sha256: video?.sha256 } },
    ]);
    expect(parties[0]?.answers.every(({ answer }) => answer === '是。')).toBe(true);
  });
});
