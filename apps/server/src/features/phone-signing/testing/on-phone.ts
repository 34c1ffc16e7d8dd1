import { randomBytes } from 'node:crypto';
import { sha256Hex } from '@proofkeep/bundle/node';
import {
  type Call,
  phoneSigningCalls as calls,
  consolePhoneSigningCalls as consolePhone,
  type MatterQuestion,
  partyUploadsPath,
} from '@proofkeep/contract';
import sharp from 'sharp';
import { formFile } from '../../../testing/form-file.ts';
import { addressOf, easyChallenge, type Login, type TestService } from '../../../testing/service.ts';
import { type Notary, strokes, type useMatters } from '../../notarization/testing/matters.ts';

/** The first bytes of a WebM file, padded with random ones to the minimum size of a recording. */
export const recording = (): Buffer =>
  Buffer.concat([
    Buffer.from(
      '1a45dfa39f4286810142f7810142f2810442f381084282847765626d42878104428581021853806701ffffffffffffff',
      'hex',
    ),
    randomBytes(9_000),
  ]);

export const picture = (): Promise<Buffer> =>
  sharp({ create: { width: 640, height: 400, channels: 3, background: '#d8e4f0' } })
    .jpeg()
    .toBuffer();

/** A party on the phone: the number of the matter and a session. */
export interface OnPhone {
  nid: string;
  partyId: string;
  phone: string;
  as: { as: string };
}

/** Acts as a party on the phone, through the calls of the pages. */
export function usePhone(service: TestService, matters: ReturnType<typeof useMatters>) {
  const { ask } = service;
  const requestCode = async (nid: string, phone: string) =>
    ask(calls.sendPartyCode, {
      nid,
      phone,
      challengeId: await easyChallenge(service.database, service.now),
      solution: '0',
    });
  const codeIn = async (phone: string) => /\d{6}/.exec((await service.messages(phone))[0] ?? '')?.[0] ?? 'none';

  /** Sends a file as multipart form data. */
  const sendFile = async (call: Call, input: Record<string, unknown>, file: Buffer, { as }: { as: string }) => {
    const { url, rest } = addressOf(call, input);
    const query = new URLSearchParams(Object.entries(rest).map(([name, value]) => [name, String(value)]));
    const { headers, payload } = formFile(file);
    const response = await service.app.inject({
      method: 'POST',
      url: `${url}?${query}`,
      headers: { ...headers, 'x-auth-token': as },
      payload,
    });
    return response.json<{ errorCode?: string; data: never }>();
  };

  /** A paid matter whose parties have yet to be identified. */
  const paid = async (holder: Login, notary: Notary, o: Parameters<typeof matters.draft>[1] = {}) => {
    const { id, no } = await matters.apply(holder, notary.officeId, o);
    await matters.decide('acceptMatter', { id }, notary);
    await matters.decide('waiveFee', { id, reason: '公益事项' }, notary);
    return { id, nid: no };
  };

  const signIn = async (nid: string, partyId: string): Promise<OnPhone> => {
    const phone = await matters.phoneOf(partyId);
    service.now = new Date(service.now.getTime() + 61_000);
    await requestCode(nid, phone);
    const { data } = await ask(calls.partySignIn, { nid, phone, code: await codeIn(phone) });
    return { nid, partyId, phone, as: { as: data.token ?? '' } };
  };

  const consent = async ({ nid, as }: OnPhone) => {
    const { data } = await ask(calls.partyMatter, { nid }, as);
    return ask(calls.consent, { nid, sha256: data.consent.sha256 }, as);
  };

  const showCard = async ({ nid, as }: OnPhone, card: { name: string; idNumber: string }) => {
    for (const side of ['front', 'back']) await sendFile(calls.cardPicture, { nid, side }, await picture(), as);
    return ask(calls.submitCard, { nid, ...card, validFrom: '2020-01-01', validUntil: null }, as);
  };

  /** Shows all digits of a challenge, one per second. */
  const showDigits = async ({ nid, as }: OnPhone, challengeId: string) => {
    let digits = '';
    for (let at = 0; at < 6; at++) {
      service.now = new Date(service.now.getTime() + 1_100);
      digits += (await ask(calls.showDigit, { nid, challengeId, at }, as)).data.digit;
    }
    return digits;
  };

  /** One request of the tus protocol. */
  const tus = (
    { as }: OnPhone,
    method: 'POST' | 'HEAD' | 'PATCH',
    o: { uploadId?: string; headers: Record<string, string>; payload?: Buffer },
  ) =>
    service.app.inject({
      method,
      url: o.uploadId ? `${partyUploadsPath}/${o.uploadId}` : partyUploadsPath,
      headers: { 'tus-resumable': '1.0.0', 'x-auth-token': as.as, ...o.headers },
      ...(o.payload && { payload: o.payload }),
    });

  /** Announces a recording by its digest. */
  const announce = async (who: OnPhone, challenge: string, file: Buffer) => {
    const values = Object.entries({ challenge, sha256: sha256Hex(file) });
    const metadata = values.map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`).join(',');
    const headers = { 'upload-length': String(file.length), 'upload-metadata': metadata };
    const response = await tus(who, 'POST', { headers });
    const uploadId =
      String(response.headers.location ?? '')
        .split('/')
        .at(-1) ?? '';
    const refused = response.statusCode === 201 ? undefined : response.json<{ errorCode: string }>().errorCode;
    return { uploadId, refused };
  };

  const sendPiece = (who: OnPhone, uploadId: string, { from, bytes }: { from: number; bytes: Buffer }) =>
    tus(who, 'PATCH', {
      uploadId,
      headers: { 'upload-offset': String(from), 'content-type': 'application/offset+octet-stream' },
      payload: bytes,
    });

  const finishRecording = ({ nid, as }: OnPhone, challengeId: string, uploadId: string) =>
    ask(calls.finishVideo, { nid, challengeId, uploadId, isLive: true }, as);

  const sendRecording = async (who: OnPhone, challengeId: string, file: Buffer) => {
    const { uploadId, refused } = await announce(who, challengeId, file);
    if (refused) return { refused };
    await sendPiece(who, uploadId, { from: 0, bytes: file });
    return finishRecording(who, challengeId, uploadId);
  };

  const record = async (who: OnPhone, step: 'live-video' | 'objective-video') => {
    const { nid, as } = who;
    const { challengeId } = (await ask(calls.beginVideo, { nid, step }, as)).data;
    if (step === 'live-video') await showDigits(who, challengeId);
    return sendRecording(who, challengeId, recording());
  };

  const answer = async ({ nid, as }: OnPhone) => {
    const { questions } = (await ask(calls.partyQuestions, { nid }, as)).data;
    for (const [place, { question }] of questions.entries())
      await ask(calls.answerQuestion, { nid, place, question, answer: '是。', writingMs: 1_500 }, as);
    return ask(calls.finishQuestions, { nid }, as);
  };

  /** Does everything that precedes the office's review. */
  const identify = async (who: OnPhone, card: { name: string; idNumber: string }) => {
    await consent(who);
    await showCard(who, card);
    await record(who, 'live-video');
    await answer(who);
    await record(who, 'objective-video');
  };

  const evidence = async (id: string, { token }: Notary) =>
    service.ask(consolePhone.partyEvidence, { id }, { as: token });

  /** Plays every current recording to its end as the notary. */
  const play = async (id: string, notary: Notary) => {
    const files = (await evidence(id, notary)).data.parties.flatMap((party) => party.files);
    for (const { id: fileId } of files.filter(({ challenge, isCurrent }) => challenge !== null && isCurrent))
      await ask(consolePhone.recordPlayback, { id, fileId }, { as: notary.token });
  };

  /** Confirms the parties' identity as the office and has the documents drawn. */
  const confirm = async (
    id: string,
    notary: Notary,
    questions: readonly Partial<MatterQuestion>[] = [{ question: '您是否自愿申请？', answer: '是。' }],
  ) => {
    await play(id, notary);
    await matters.decide('saveQuestions', { id, questions }, notary);
    await matters.decide('confirmIdentities', { id, needsSession: false }, notary);
  };

  /** Reads every document to its end. @returns their digests */
  const read = async ({ nid, as }: OnPhone): Promise<string[]> => {
    const { documents } = (await ask(calls.partyMatter, { nid }, as)).data;
    for (const { id: documentId } of documents) await ask(calls.recordReading, { nid, documentId }, as);
    return documents.map(({ sha256 }) => sha256);
  };

  const writeName = async ({ nid, as }: OnPhone) =>
    (await ask(calls.storePartyHandwriting, { nid, strokes }, as)).data.imageId;

  /** Does everything that a signature requires: reads the documents, writes the name, requests the code. */
  const readyToSign = async (who: OnPhone) => {
    const { nid, phone, as } = who;
    const sha256 = await read(who);
    const imageId = await writeName(who);
    service.now = new Date(service.now.getTime() + 61_000);
    await ask(calls.sendPartySigningCode, { nid }, as);
    return { nid, sha256, imageId, code: await matters.codeOf(phone) };
  };

  return {
    requestCode,
    codeIn,
    sendFile,
    paid,
    signIn,
    consent,
    showCard,
    showDigits,
    announce,
    tus,
    sendPiece,
    finishRecording,
    sendRecording,
    record,
    answer,
    identify,
    play,
    confirm,
    read,
    writeName,
    readyToSign,
    evidence,
  };
}
