import { randomInt } from 'node:crypto';
import {
  notarizationCalls as calls,
  consoleNotarizationCalls as consoleCalls,
  type consoleNotarizationCalls,
  creditCodeCheck,
  idNumberCheck,
  type MatterDraft,
  phoneSigningCalls as phoneCalls,
  type Strokes,
} from '@proofkeep/contract';
import { beginPartySession } from '../../../http/party-sessions.ts';
import type { Login, TestService } from '../../../testing/service.ts';

export interface Notary {
  staffId: string;
  token: string;
  officeId: string;
}

/** A valid identity number, unique in this run. */
export function idNumber(): string {
  const digits = `1101011990${String(randomInt(1, 12)).padStart(2, '0')}${String(randomInt(1, 28)).padStart(2, '0')}${String(randomInt(1_000)).padStart(3, '0')}`;
  return `${digits}${idNumberCheck(digits)}`;
}

export function creditCode(): string {
  const body = `91110000${String(randomInt(100_000_000)).padStart(9, '0')}`;
  return `${body}${creditCodeCheck(body)}`;
}

/** A signature that passes validation: two strokes of thirty points in a second. */
export const strokes: Strokes = [0, 1].map((at) =>
  Array.from({ length: 30 }, (_one, n) => ({
    x: 100 + at * 400 + n * 10,
    y: 100 + (n % 7) * 25,
    t: at * 600 + n * 18,
    p: 0.5,
  })),
);

/** Returns the reply of a call and throws if it was refused. */
async function must<T>(answer: Promise<{ refused: string | null; envelope: unknown; data: T }>): Promise<T> {
  const { refused, envelope, data } = await answer;
  if (refused !== null) throw new Error(JSON.stringify(envelope));
  return data;
}

/** Creates offices, notaries and matters through the real calls. */
export function useMatters(service: TestService) {
  const office = async (): Promise<string> => {
    const operator = await service.given.staff();
    const name = `测试${randomInt(1e9)}公证处`;
    const input = { name, address: '深圳市南山区科技园', phone: '0755-26001234', numberPrefix: `深${randomInt(1e9)}` };
    return (await must(service.ask(consoleCalls.createOffice, input, { as: operator.token }))).id;
  };
  const notary = async (officeId?: string): Promise<Notary> => {
    const id = officeId ?? (await office());
    const operator = await service.given.staff();
    const staff = await service.given.staff('notary');
    await must(
      service.ask(
        consoleCalls.assignNotary,
        { id, staffId: staff.staffId, licenceNo: '44030001' },
        { as: operator.token },
      ),
    );
    return { ...staff, officeId: id };
  };
  const attachment = async ({ accountId, loginId }: Login): Promise<string> => {
    const { database, now } = service;
    const { rows } = await database.pool.query<{ id: string }>(
      `insert into upload (id, account_id, person_id, purpose, name, media_type, size_bytes, created_at)
       values (uuidv7(), $1, $2, 'attachment', 'id.png', 'image/png', 1, $3) returning id`,
      [accountId, loginId, now],
    );
    return rows[0]?.id ?? '';
  };
  const draft = async (holder: Login, o: Partial<MatterDraft> = {}): Promise<MatterDraft> => ({
    kind: 'declaration',
    officeId: null,
    notaryId: null,
    purpose: '用于出国留学',
    form: { text: '本人声明未婚。' },
    parties: [{ kind: 'person', role: 'applicant', name: '王芳', idNumber: idNumber(), phone: service.given.phone() }],
    evidence: [],
    materials: [{ code: 'identity', fileId: await attachment(holder) }],
    copies: 1,
    delivery: { way: 'download', address: '' },
    wantsVideo: false,
    ...o,
  });
  const apply = async (holder: Login, officeId: string, o: Partial<MatterDraft> = {}) =>
    must(service.ask(calls.createMatter, await draft(holder, { officeId, ...o }), { as: holder.token }));
  const info = async (holder: Login, id: string) => must(service.ask(calls.matterInfo, { id }, { as: holder.token }));
  const seen = async (id: string, { token }: { token: string }) =>
    (await service.ask(consoleCalls.notaryMatter, { id }, { as: token })).data;
  /** Decides about the current version of the matter, unless the input names a version. */
  const decide = async (
    name: Exclude<keyof typeof consoleNotarizationCalls, 'offices' | 'ownOffice' | 'createOffice' | 'queuedMatters'>,
    input: Record<string, unknown> & { id: string },
    { token }: { token: string },
  ) => {
    const version = input.version ?? (await seen(input.id, { token }))?.version;
    return service.ask(consoleCalls[name], { ...input, version } as never, { as: token });
  };
  /** A matter that is accepted, paid from the balance and identified at the office, with documents ready to sign. */
  const ready = async (holder: Login, who: Notary, o: Partial<MatterDraft> = {}, { needsSession = false } = {}) => {
    const { id, no } = await apply(holder, who.officeId, o);
    await must(decide('acceptMatter', { id }, who));
    await service.given.credit(holder, 100_000_00);
    await must(service.ask(calls.payMatter, { id, way: 'funds' }, { as: holder.token }));
    for (const { id: partyId } of (await info(holder, id)).people)
      await must(decide('identifyParty', { id, partyId, note: '当面核对身份证原件' }, who));
    const questions = [{ question: '您是否自愿申请？', answer: '是。' }];
    await must(decide('saveQuestions', { id, questions }, who));
    await must(decide('confirmIdentities', { id, needsSession }, who));
    return { id, no };
  };
  const codeOf = async (phone: string): Promise<string> =>
    /\b\d{6}\b/.exec(((await service.messages(phone))[0] ?? '').replace(/GZ\w+/, ''))?.[0] ?? 'none';
  const phoneOf = async (partyId: string): Promise<string> => {
    const { rows } = await service.database.pool.query<{ phone: string }>(
      'select phone from matter_party where id = $1',
      [partyId],
    );
    return rows[0]?.phone ?? '';
  };
  /** Handwriting and code of a party, and the digests of the documents they read. */
  const readyToSign = async (holder: Login, id: string, partyId: string) => {
    const as = { as: holder.token };
    const { imageId } = await must(service.ask(calls.signImage, { id, partyId, strokes }, as));
    const sent = await must(service.ask(calls.sendSigningCode, { id, partyId }, as));
    const code = await codeOf(await phoneOf(partyId));
    return { id, partyId, imageId, code, sha256: sent.documents.map(({ sha256 }) => sha256) };
  };
  const sign = async (holder: Login, id: string, partyId: string) =>
    service.ask(calls.signPdf, await readyToSign(holder, id, partyId), { as: holder.token });
  const signOnPhone = async (nid: string, partyId: string) => {
    const from = { partyId, address: '192.0.2.1', userAgent: 'test', now: service.now };
    const as = { as: (await beginPartySession(service.database.pool, from)).token };
    const { documents } = await must(service.ask(phoneCalls.partyMatter, { nid }, as));
    for (const { id: documentId } of documents)
      await must(service.ask(phoneCalls.recordReading, { nid, documentId }, as));
    const { imageId } = await must(service.ask(phoneCalls.storePartyHandwriting, { nid, strokes }, as));
    await must(service.ask(phoneCalls.sendPartySigningCode, { nid }, as));
    const code = await codeOf(await phoneOf(partyId));
    const sha256 = documents.map((document) => document.sha256);
    return service.ask(phoneCalls.signPartyDocuments, { nid, imageId, code, sha256 }, as);
  };
  /** Signs for the applicant's side at the desk and for counterparties on the phone. */
  const signAll = async (holder: Login, id: string) => {
    const { no, people } = await info(holder, id);
    for (const { id: partyId, role } of people)
      await must<unknown>(role === 'counterparty' ? signOnPhone(no, partyId) : sign(holder, id, partyId));
  };
  return {
    office,
    notary,
    attachment,
    draft,
    apply,
    info,
    seen,
    decide,
    ready,
    codeOf,
    phoneOf,
    readyToSign,
    sign,
    signOnPhone,
    signAll,
  };
}
