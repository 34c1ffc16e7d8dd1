import { execFileSync } from 'node:child_process';
import { notarizationCalls as calls, certificationCalls, dictionaryCalls, type MatterDraft } from '@proofkeep/contract';
import { describe, expect, it } from 'vitest';
import { type Login, useService } from '../../testing/service.ts';
import { certifying } from '../certification/testing/given.ts';
import { creditCode, idNumber, type Notary, useMatters } from './testing/matters.ts';

const service = useService();
const { ask, given } = service;
const matters = useMatters(service);

const applicant = (o: Record<string, unknown> = {}) => ({
  kind: 'person',
  role: 'applicant',
  name: '王芳',
  idNumber: idNumber(),
  phone: given.phone(),
  ...o,
});
/** A matter that an agent applies for. */
async function withAgent(holder: Login, officeId: string | null, authority: string): Promise<MatterDraft> {
  const agent = applicant({ role: 'agent', name: '李明', authority });
  return matters.draft(holder, {
    kind: 'copy',
    officeId,
    form: { original: '毕业证书' },
    parties: [applicant(), agent],
    materials: [
      { code: 'identity', fileId: await matters.attachment(holder) },
      { code: 'copy', fileId: await matters.attachment(holder) },
    ],
  });
}

describe('files of an application', () => {
  it('can’t belong to another account, whatever case their codes are written in', async () => {
    const [holder, stranger] = [await given.login(), await given.login()];
    const foreign = (await matters.attachment(stranger)).toUpperCase();
    const own = await matters.attachment(holder);
    const officeId = await matters.office();
    const create = async (authority: string, isDraft: boolean) =>
      ask(calls.createMatter, { ...(await withAgent(holder, officeId, authority)), isDraft }, { as: holder.token });

    expect((await create(foreign, true)).refused).toBe('UPLOAD_GONE');
    expect((await create(foreign, false)).refused).toBe('UPLOAD_GONE');
    expect((await create('-'.repeat(36), true)).refused).toBe('INPUT_INVALID');
    const { data } = await create(own.toUpperCase(), false);
    expect((await matters.info(holder, data.id)).people[1]?.authority?.fileId).toBe(own);
  });

  it('are checked again when it is submitted', async () => {
    const [holder, stranger] = [await given.login(), await given.login()];
    const authority = await matters.attachment(holder);
    const draft = await withAgent(holder, await matters.office(), authority);
    const { id } = (await ask(calls.createMatter, { ...draft, isDraft: true }, { as: holder.token })).data;
    await service.database.pool.query('update upload set account_id = $2 where id = $1', [
      authority,
      stranger.accountId,
    ]);

    expect((await ask(calls.submitMatter, { id }, { as: holder.token })).refused).toBe('UPLOAD_GONE');
  });

  it('are listed in the application, with the authority of an agent', async () => {
    const [holder, notary] = [await given.login(), await matters.notary()];
    const draft = await withAgent(holder, notary.officeId, await matters.attachment(holder));
    const { id } = await matters.ready(holder, notary, draft);
    const application = (await matters.info(holder, id)).documents.find(({ kind }) => kind === 'write');

    const url = calls.matterFile.path.replace('{id}', id).replace('{documentId}', application?.id ?? '');
    const { rawPayload: input } = await service.app.inject({ url, headers: { 'x-auth-token': holder.token } });

    const text = execFileSync('pdftotext', ['-layout', '-', '-'], { input, encoding: 'utf8' });
    expect(text).toMatch(/3\. 李明的授权文件：/);
  });

  it('stay with the submitted application while it is corrected', async () => {
    const [holder, notary] = [await given.login(), await matters.notary()];
    const as = { as: holder.token };
    const [first, dropped, second] = await Promise.all([1, 2, 3].map(() => matters.attachment(holder)));
    const ano = await given.attestation(holder, { state: 'succeeded' });
    const draft = { ...(await withAgent(holder, notary.officeId, first ?? '')), evidence: [ano] };
    const { id } = (await ask(calls.createMatter, draft, as)).data;
    await matters.decide('requestCorrection', { id, items: [{ field: 'parties', reason: '授权书不清晰' }] }, notary);
    const save = (authority: string | undefined, purpose = draft.purpose) => {
      const parties = draft.parties.map((party) => (party.role === 'agent' ? { ...party, authority } : party));
      return ask(calls.saveMatterDraft, { ...draft, parties, purpose, id } as never, as);
    };
    const shown = async () => {
      const { people, evidence } = await matters.info(holder, id);
      return { authority: people[1]?.authority?.fileId, evidence: evidence.map((one) => one.ano) };
    };

    expect([(await save(dropped)).refused, (await save(second)).refused]).toEqual([null, null]);
    expect(await shown()).toEqual({ authority: first, evidence: [ano] });
    expect((await save(second, '')).refused).toBeNull();
    expect((await matters.seen(id, notary)).state).toBe('correction');
    await save(second);
    expect((await ask(calls.submitMatter, { id }, as)).refused).toBeNull();
    expect(await shown()).toEqual({ authority: second, evidence: [ano] });
    const { rows } = await service.database.pool.query('select id from upload where id = any($1)', [
      [first, dropped, second],
    ]);
    expect(rows).toEqual([{ id: second }]);
  });
});

describe('the draft of a correction', () => {
  it('does not change what the office sees until it is submitted', async () => {
    const [holder, notary] = [await given.login(), await matters.notary()];
    const draft = await matters.draft(holder, { officeId: notary.officeId });
    const { id } = (await ask(calls.createMatter, draft, { as: holder.token })).data;
    await matters.decide('requestCorrection', { id, items: [{ field: 'form', reason: '内容不完整' }] }, notary);
    const before = await matters.seen(id, notary);
    const corrected = { ...draft, purpose: '用于诉讼', form: { text: '本人声明离异。' }, copies: 3 };

    await ask(calls.saveMatterDraft, { id, ...corrected }, { as: holder.token });

    expect(await matters.seen(id, notary)).toEqual(before);
    expect((await ask(calls.matterDraft, { id }, { as: holder.token })).data).toMatchObject(corrected);
    await ask(calls.submitMatter, { id }, { as: holder.token });
    expect(await matters.seen(id, notary)).toMatchObject({
      state: 'submitted',
      purpose: '用于诉讼',
      form: corrected.form,
      copies: 3,
    });
  });
});

describe('a decision', () => {
  it('is refused if the applicant submitted again after the notary read the matter', async () => {
    const [holder, notary] = [await given.login(), await matters.notary()];
    const { id } = await matters.apply(holder, notary.officeId);
    const { version } = await matters.seen(id, notary);
    await matters.decide('requestCorrection', { id, items: [{ field: 'form', reason: '内容不完整' }] }, notary);
    await ask(calls.submitMatter, { id }, { as: holder.token });

    const stale = await matters.decide('acceptMatter', { id, version }, notary);
    const staleRejection = await matters.decide('rejectMatter', { id, version, reason: '材料不符合要求' }, notary);

    expect([stale.refused, staleRejection.refused]).toEqual(['STATE_FORBIDS', 'STATE_FORBIDS']);
    expect((await matters.decide('acceptMatter', { id }, notary)).refused).toBeNull();
  });
});

describe('an attestation that fails verification', () => {
  it('is recorded in the journal with the failed checks, although the decision is refused', async () => {
    const [holder, notary] = [await given.login(), await matters.notary()];
    const ano = await given.attestation(holder, { state: 'succeeded' });
    const { id } = await matters.apply(holder, notary.officeId, { evidence: [ano] });

    expect((await matters.decide('acceptMatter', { id }, notary)).refused).toBe('EVIDENCE_ALTERED');

    const { state, journal } = await matters.info(holder, id);
    expect(state).toBe('submitted');
    expect(journal.at(-1)).toMatchObject({
      event: 'evidence-verified',
      actor: { role: 'notary' },
      detail: { evidence: [{ ano, isIntact: false, failures: [{ en: 'The attestation is not certified' }] }] },
    });
    expect((await matters.seen(id, notary)).verified).toMatchObject([{ ano, isIntact: false }]);
  });
});

describe('identification', () => {
  /** States of the applicant's card and video once the fee is paid. */
  async function stepsOf(holder: Login, notary: Notary, party: Record<string, unknown>): Promise<string[]> {
    const { id } = await matters.apply(holder, notary.officeId, { parties: [party] });
    await matters.decide('acceptMatter', { id }, notary);
    await ask(calls.payMatter, { id, way: 'funds' }, { as: holder.token });
    const { people, journal } = await matters.info(holder, id);
    const steps = people[0]?.steps ?? [];
    const finished = journal.filter(({ event }) => event === 'step-finished');
    expect(finished.map(({ actor, detail }) => [actor.role, detail.step])).toEqual(
      steps.filter((step) => step.state === 'done').map(({ kind }) => ['system', kind]),
    );
    return ['id-card', 'live-video'].flatMap((kind) => steps.find((step) => step.kind === kind)?.state ?? []);
  }

  it('skips the card if the certified holder has the same name and number, but never the video', async () => {
    const [holder, notary, operator] = [await given.login(), await matters.notary(), await given.staff()];
    const [number, code] = [idNumber(), creditCode()];
    const certified = certifying(service);
    const approve = async (kind: 'personal' | 'enterprise') =>
      ask(certificationCalls.approveCertification, await certified.waiting(operator.token, kind), {
        as: operator.token,
      });
    await certified.person(holder.token, { name: '王芳', idNumber: number });
    await approve('personal');
    await certified.enterprise(holder.token, { creditCode: code });
    await approve('enterprise');
    await given.credit(holder, 100_000_00);
    const company = {
      kind: 'company',
      role: 'applicant',
      name: '福州存真网络科技有限公司',
      idNumber: code,
      representative: { name: '王芳', idNumber: number },
      phone: given.phone(),
    };

    expect(await stepsOf(holder, notary, applicant({ idNumber: number }))).toEqual(['done', 'open']);
    expect(await stepsOf(holder, notary, applicant({ idNumber: number, name: '李明' }))).toEqual(['open', 'open']);
    expect(await stepsOf(holder, notary, company)).toEqual(['open', 'open']);
  });
});

describe('a session by video', () => {
  /** What the operator sets in the dictionary. */
  const offer = async (value: { isVideo: boolean; needVideo: boolean }) => {
    const { token } = await given.staff();
    const { version } = (await ask(dictionaryCalls.dict, { name: 'valueAdded' })).data;
    return ask(dictionaryCalls.changeDictionary, { name: 'valueAdded', version, value }, { as: token });
  };

  it('is wanted by default, offered and accepted as the operator has set', async () => {
    const [holder, officeId] = [await given.login(), await matters.office()];
    const as = { as: holder.token };
    const { wantsVideo: _open, ...silent } = await matters.draft(holder, { officeId });
    const begin = async (o: { wantsVideo?: boolean; isDraft?: boolean } = {}) =>
      ask(calls.createMatter, { ...silent, materials: (await matters.draft(holder)).materials, ...o }, as);
    const wants = async () => (await matters.info(holder, (await begin()).data.id)).wantsVideo;
    const isOffered = async () => (await ask(calls.matterTemplate, { kind: 'declaration' }, as)).data.isVideoOffered;

    expect([await wants(), await isOffered()]).toEqual([true, true]);
    await offer({ isVideo: true, needVideo: false });
    expect([await wants(), await isOffered()]).toEqual([false, true]);
    const { id } = (await begin({ wantsVideo: true, isDraft: true })).data;
    await offer({ isVideo: false, needVideo: true });
    expect([await wants(), await isOffered()]).toEqual([false, false]);

    const refused = await ask(calls.submitMatter, { id }, as);
    expect([refused.refused, refused.envelope.fields?.map(({ field }) => field)]).toEqual([
      'INPUT_INVALID',
      ['wantsVideo'],
    ]);
    expect((await matters.info(holder, id)).state).toBe('draft');
  });
});
