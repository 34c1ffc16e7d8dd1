import { behaviorCalls as calls } from '@proofkeep/contract';
import { describe, expect, it } from 'vitest';
import { useService } from '../../testing/service.ts';

const service = useService();
const { ask, given } = service;
const at = () => service.now.toISOString();
const usageOf = async (name: string) => {
  const { token } = await given.staff('operator');
  return (await ask(calls.usage, {}, { as: token })).data.list.find((one) => one.name === name) ?? null;
};

describe('use of the site', () => {
  it('is counted by page, with views and exits', async () => {
    const { token: as } = await given.login();
    const page = { kind: 'page', name: '/counted', at: at() } as const;

    await ask(calls.behavior, { events: [page, page, { ...page, kind: 'leave' }] }, { as });

    expect(await usageOf('/counted')).toEqual({ name: '/counted', opened: 2, left: 1 });
  });

  it('is accepted from form-encoded requests', async () => {
    const { token } = await given.login();
    const answer = await service.app.inject({
      method: 'POST',
      url: calls.behavior.path,
      headers: { 'x-auth-token': token, 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ events: JSON.stringify([{ kind: 'page', name: '/form', at: at() }]) }).toString(),
    });

    expect(answer.json()).toMatchObject({ flag: true });
    expect(await usageOf('/form')).toMatchObject({ opened: 1 });
  });

  it.each<Record<string, string>>([{ dnt: '1' }, { 'sec-gpc': '1' }])(
    'of a browser that asks not to be tracked is not stored (%j)',
    async (headers) => {
      const { token: as } = await given.login();

      await ask(calls.behavior, { events: [{ kind: 'page', name: '/untracked', at: at() }] }, { as, headers });

      expect(await usageOf('/untracked')).toBeNull();
    },
  );

  it('records pages, never typed text', async () => {
    const { token: as } = await given.login();
    const named = (name: string) => ask(calls.behavior, { events: [{ kind: 'page', name, at: at() }] }, { as });

    for (const name of ['/list?search=王芳', '/a b', '王芳']) expect((await named(name)).refused).toBe('INPUT_INVALID');
  });

  it('is shown to operators only', async () => {
    const notary = await given.staff('notary');

    expect((await ask(calls.usage, {}, { as: notary.token })).refused).toBe('NOT_ALLOWED');
  });
});
