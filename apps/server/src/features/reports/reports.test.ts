import { attestationCalls, reportCalls as calls, consoleCalls, messageCalls } from '@proofkeep/contract';
import { describe, expect, it } from 'vitest';
import { useService } from '../../testing/service.ts';

const service = useService();
const { ask, given } = service;

const mailsTo = async (address: string) => {
  const { rows } = await service.database.pool.query<{ subject: string; body: string }>(
    'select subject, body from mail where address = $1 order by id',
    [address],
  );
  return rows;
};

describe('a reported problem', () => {
  it('appears in the console, and its answer reaches the reporter, who can ask again and close it', async () => {
    const { token } = await given.login();
    const { token: operator } = await given.staff();
    const { id } = (await ask(calls.reportProblem, { text: '二维码打不开', page: '/chain' }, { as: token })).data;

    const waiting = (await ask(calls.consoleReport, { id }, { as: operator })).data;
    await ask(calls.answerReport, { id, text: '已修复，请刷新。' }, { as: operator });
    const news = (await ask(messageCalls.news, { kind: 'support' }, { as: token })).data.list;
    const seen = (await ask(calls.ownReport, { id }, { as: token })).data;
    await ask(calls.replyToReport, { id, text: '仍打不开' }, { as: token });
    const again = (await ask(calls.consoleReport, { id }, { as: operator })).data;
    await ask(calls.answerReport, { id, text: '请换浏览器。' }, { as: operator });
    const closed = (await ask(calls.closeReport, { id }, { as: token })).data;

    expect(waiting).toMatchObject({
      state: 'open',
      page: '/chain',
      email: null,
      reporter: { phone: expect.stringContaining('****') },
    });
    expect(news).toMatchObject([{ message: { name: 'message.report-answered' }, link: `/reports/${id}` }]);
    expect(seen).toMatchObject({ state: 'answered', entries: [{ by: 'reporter' }, { by: 'operator' }] });
    expect(again).toMatchObject({ state: 'open', entries: [{}, {}, { by: 'reporter', text: '仍打不开' }] });
    expect(closed.state).toBe('closed');
    expect((await ask(calls.answerReport, { id, text: 'x' }, { as: operator })).refused).toBe('STATE_FORBIDS');
  });

  it('about an attestation names it, and is counted in the overview until it is answered', async () => {
    const holder = await given.login();
    const { token: operator } = await given.staff();
    const count = async () => (await ask(consoleCalls.consoleOverview, {}, { as: operator })).data.reports.pending;
    const ano = await given.attestation(holder);
    const before = await count();

    await ask(attestationCalls.feedback, { ano, text: '图片不清楚' }, { as: holder.token });
    const found = (await ask(calls.consoleReports, { search: ano.toLowerCase() }, { as: operator })).data.list;
    const during = await count();
    await ask(calls.answerReport, { id: found[0]?.id ?? '', text: '请重试。' }, { as: operator });

    expect(found).toMatchObject([{ ano, text: '图片不清楚', state: 'open' }]);
    expect([during, await count()]).toEqual([before + 1, before]);
    expect((await ask(calls.ownReports, {}, { as: holder.token })).data.list).toMatchObject([
      { ano, state: 'answered' },
    ]);
  });

  it('is answered by mail to a signed-out visitor who gave an address', async () => {
    const { token: operator } = await given.staff();
    const chinese = { headers: { 'accept-language': 'zh-CN' } };
    const { id } = (await ask(calls.reportProblem, { text: '打不开', email: 'Ann@Example.org' }, chinese)).data;
    const { id: silent } = (await ask(calls.reportProblem, { text: '打不开' })).data;

    await ask(calls.answerReport, { id, text: '已修复。' }, { as: operator });
    await ask(calls.answerReport, { id: silent, text: '已修复。' }, { as: operator });

    const mails = await mailsTo('ann@example.org');
    expect(mails).toMatchObject([
      { subject: '【存真】关于您反馈的问题', body: expect.stringMatching(/^已修复。[\s\S]*> 打不开/) },
    ]);
  });

  it('is closed by an operator without a message, once', async () => {
    const { token } = await given.login();
    const { token: operator } = await given.staff();
    const { id } = (await ask(calls.reportProblem, { text: 'spam' }, { as: token })).data;

    expect((await ask(calls.dismissReport, { id }, { as: operator })).refused).toBeNull();
    expect((await ask(calls.dismissReport, { id }, { as: operator })).refused).toBe('STATE_FORBIDS');
    expect((await ask(messageCalls.news, { kind: 'support' }, { as: token })).data.list).toEqual([]);
    expect((await ask(calls.ownReport, { id }, { as: token })).data.state).toBe('closed');
  });

  it('is answered once by two operators concurrently', async () => {
    const { token } = await given.login();
    const operators = await Promise.all([given.staff(), given.staff()]);
    const { id } = (await ask(calls.reportProblem, { text: 'twice' }, { as: token })).data;

    const answers = await Promise.all(
      operators.map((operator) => ask(calls.answerReport, { id, text: 'done' }, { as: operator.token })),
    );

    expect(answers.map(({ refused }) => refused).toSorted()).toEqual(['STATE_FORBIDS', null].toSorted());
    expect((await ask(calls.ownReport, { id }, { as: token })).data.entries).toHaveLength(2);
  });

  it('cannot be sent without text', async () => {
    expect((await ask(calls.reportProblem, { text: '  ' })).refused).toBe('INPUT_INVALID');
    expect((await ask(calls.reportProblem, { text: 'x', email: 'nowhere' })).refused).toBe('INPUT_INVALID');
  });
});
