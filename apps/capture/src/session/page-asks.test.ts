import { type SampleSite, startSampleSite } from '@proofkeep/fakes';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Steered, steer } from '../testing/steered.ts';

let site: SampleSite;
beforeAll(async () => {
  site = await startSampleSite();
});
afterAll(() => site.close());

const eventually = (what: () => unknown) => expect.poll(what, { timeout: 20_000, interval: 50 });

/** Stops a session. @returns its events */
async function eventsOf(session: Steered): Promise<Record<string, unknown>[]> {
  session.send({ type: 'stop', isFull: false });
  const { text, remove } = await session.captured;
  const lines = (await text('events.jsonl')).trim().split('\n');
  await remove();
  return lines.map((line) => JSON.parse(line));
}

it('a page that asks for camera, microphone, location, notifications and clipboard gets none of them', async () => {
  const session = await steer({ url: `${site.httpsOrigin}/permissions`, site });

  await eventually(() => session.title).toMatch(/, .*, .*, /);

  // Code 1 of the Geolocation API: the user denied it.
  expect(session.title).toMatch(/^Not\w+Error, Not\w+Error, code 1, denied, NotAllowedError$/);
  await eventsOf(session);
});

it('alert, prompt and the question before leaving a page are shown, answered by the user, and recorded', async () => {
  const session = await steer({ url: `${site.httpOrigin}/leave`, site });
  await eventually(() => session.title).toBe('离开');
  const answer = async (kind: string, text: string, reply: { accept: boolean; text?: string }) => {
    await eventually(() => session.state?.dialog).toMatchObject({ kind, text });
    session.send({ type: 'dialog', ...reply });
    await eventually(() => session.state?.dialog).toBeNull();
  };

  session.type('a');
  await answer('alert', '库存不足', { accept: true });
  session.type('p');
  await answer('prompt', '购买数量', { accept: true, text: '20' });
  await eventually(() => session.title).toBe('20');
  session.send({ type: 'navigate', url: `${site.httpOrigin}/article` });
  await answer('beforeunload', '', { accept: false });
  const stayed = session.title;
  session.send({ type: 'navigate', url: `${site.httpOrigin}/article` });
  await answer('beforeunload', '', { accept: true });
  await eventually(() => session.state?.tabs[0]?.url).toBe(`${site.httpOrigin}/article`);

  expect(stayed).toBe('20');
  const events = await eventsOf(session);
  expect(events.filter(({ kind }) => kind === 'dialog' || kind === 'dialog-answered')).toMatchObject([
    { kind: 'dialog', dialog: 'alert', text: '库存不足' },
    { kind: 'dialog-answered', accept: true },
    { kind: 'dialog', dialog: 'prompt', text: '购买数量' },
    { kind: 'dialog-answered', accept: true, text: '20' },
    { kind: 'dialog', dialog: 'beforeunload' },
    { kind: 'dialog-answered', accept: false },
    { kind: 'dialog', dialog: 'beforeunload' },
    { kind: 'dialog-answered', accept: true },
  ]);
});

it('a tab that a page opens on a phone sees the same device as the first', async () => {
  const session = await steer({ url: `${site.httpOrigin}/device`, site, device: 'mobile' });
  await eventually(() => session.title).toMatch(/^\[/);
  const first = JSON.parse(session.title ?? '');

  session.type('o');
  await eventually(() => session.title).toMatch(/^\["新"/);

  expect(first).toEqual([session.state?.viewport.width, 5, true, true, expect.stringMatching(/Android.* Mobile /)]);
  expect(JSON.parse(session.title ?? '')).toEqual(['新', ...first]);
  expect(session.state?.tabs).toHaveLength(2);
  expect((await eventsOf(session)).filter(({ kind }) => kind === 'tab-opened')).toHaveLength(2);
});
