import { consoleNotarizationCalls as calls, notarizationCalls, standardTemplate } from '@proofkeep/contract';
import { expect, it } from 'vitest';
import { useService } from '../../../testing/service.ts';
import { useMatters } from '../testing/matters.ts';

const service = useService();
const matters = useMatters(service);
const key = { kind: 'declaration', document: 'deed' } as const;

it('is saved in versions, and the newest fills the statement of a deed', async () => {
  const [holder, notary] = [await service.given.login(), await matters.notary()];
  const as = { as: notary.token };
  const text = '兹证明{applicant}于{date}作出声明：{text}';
  const { id } = await matters.apply(holder, notary.officeId);
  expect((await matters.seen(id, notary)).deedText).toContain('前面的《声明书》');

  const saved = await service.ask(calls.saveTemplate, { ...key, version: 0, text }, as);
  const again = await service.ask(calls.saveTemplate, { ...key, version: 0, text }, as);

  expect([saved.data.version, again.refused]).toEqual([1, 'STATE_FORBIDS']);
  expect((await matters.seen(id, notary)).deedText).toMatch(/^兹证明王芳于\d{4}年\d+月\d+日作出声明：本人声明未婚。$/);
  const { list } = (await service.ask(calls.templateVersions, key, as)).data;
  expect(list.map((one) => one.text)).toEqual([text, standardTemplate('declaration', 'deed')]);
});

it('refuses unknown placeholders, and belongs to one office', async () => {
  const [one, other] = [await matters.notary(), await matters.notary()];
  const save = (text: string) => service.ask(calls.saveTemplate, { ...key, version: 0, text }, { as: one.token });

  for (const gap of ['missing', 'constructor', 'toString'])
    expect((await save(`兹证明{applicant}与{${gap}}签名`)).refused).toBe('INPUT_INVALID');
  expect((await save('兹证明{applicant}在本处签名属实')).refused).toBeNull();

  const { list } = (await service.ask(calls.templates, {}, { as: other.token })).data;
  expect(list.every(({ version }) => version === 0)).toBe(true);
});

it('is previewed as a PDF with sample data for every kind and document', async () => {
  const { token } = await matters.notary();
  const { list } = (await service.ask(calls.templates, {}, { as: token })).data;

  for (const { kind, document, text } of list) {
    const { data } = await service.ask(calls.previewTemplate, { kind, document, text }, { as: token });
    expect(Buffer.from(data.pdf, 'base64').subarray(0, 5).toString(), `${kind} ${document}`).toBe('%PDF-');
  }
}, 60_000);

it('provides the wording of the acceptance notice, which names the template version', async () => {
  const [holder, notary] = [await service.given.login(), await matters.notary()];
  const text = '经审查，{applicant}的申请符合受理条件，请于三日内缴费。';
  await service.ask(calls.saveTemplate, { ...key, document: 'receipt', version: 0, text }, { as: notary.token });
  const { id } = await matters.apply(holder, notary.officeId);

  await matters.decide('acceptMatter', { id }, notary);

  const { data } = await service.ask(notarizationCalls.matterInfo, { id }, { as: holder.token });
  const accepted = data.journal.find(({ event }) => event === 'accept');
  expect(accepted?.detail.documents).toMatchObject([{ kind: 'receipt', templateVersion: 1 }]);
});
