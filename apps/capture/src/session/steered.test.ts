import { createHash, X509Certificate } from 'node:crypto';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { openZip } from '@proofkeep/bundle';
import { fileSource } from '@proofkeep/bundle/node';
import { refusedUrlRows, type SampleSite, startSampleSite } from '@proofkeep/fakes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Capture } from '../capture.ts';
import type { Captured } from '../testing/capture.ts';
import { steer } from '../testing/steered.ts';
import { navigate } from './address-bar.ts';
import type { Tab } from './tabs.ts';

let site: SampleSite;
beforeAll(async () => {
  site = await startSampleSite();
});
afterAll(() => site.close());

const eventually = (what: () => unknown) => expect.poll(what, { timeout: 20_000, interval: 50 });
const posted = () => site.requests.filter(({ url }) => url.endsWith('/form/result')).length;

/** Events of a session, and everything that its network record has, unpacked. */
async function recordOf({ text, workDir }: Captured) {
  const events = (await text('events.jsonl'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  const source = await fileSource(join(workDir, 'page.wacz'));
  const archive = await (await openZip(source)).bytes('archive/data.warc.gz', 2 ** 26);
  await source.close();
  return { events, network: gunzipSync(archive).toString('latin1') };
}

describe('a password', () => {
  it('typed into a frame of another site is masked, and withheld from the network record; a plain field there is not', async () => {
    const session = await steer({ url: `${site.httpOrigin}/framed-login?from=http://${site.egressAllow[2]}`, site });
    await eventually(() => session.title).toBe('框架');
    const before = posted();
    // The keyboard is in the first field once the frame answers.
    const isInField = () => session.state?.caret != null && !session.state.isMasked;
    const reach = () => isInField() || void session.press('Tab', 9) || isInField();
    await expect.poll(reach, { timeout: 20_000, interval: 1_000 }).toBe(true);
    session.type('13800138000');
    session.press('Tab', 9);
    session.type('secret-7781');
    session.press('Enter', 13, '\r');
    await eventually(posted).toBe(before + 1);
    session.send({ type: 'stop', isFull: false });
    const captured = await session.captured;

    const { events, network } = await recordOf(captured);
    const typed = events.filter(({ kind, action }) => kind === 'key' && action === 'down');
    expect(typed.map(({ text }) => text ?? '').join('')).toBe('13800138000\r');
    expect(captured.report.session?.masked).toBe('secret-7781'.length);
    expect(network).toContain('POST /form/result');
    expect(network).not.toContain('secret-7781');
    expect(captured.report.alterations).toContainEqual(expect.objectContaining({ kind: 'credentials-withheld' }));
    expect(JSON.stringify(events)).not.toContain('secret');
    await captured.remove();
  });

  it.each(['sign-in', 'div', 'body'])(
    'typed into a closed shadow root of <%s> is masked and withheld, also after a correction in its middle',
    async (host) => {
      const session = await steer({ url: `${site.httpOrigin}/hidden-login?host=${host}`, site });
      await eventually(() => session.title).toBe('组件登录');
      session.type('secret-x81');
      session.press('ArrowLeft', 37);
      session.press('ArrowLeft', 37);
      session.press('Backspace', 8);
      session.type('77');
      session.press('Enter', 13, '\r');
      await eventually(() => session.title).toBe('已登录');
      session.send({ type: 'stop', isFull: false });
      const captured = await session.captured;

      const { events, network } = await recordOf(captured);
      expect(network).toContain('POST /form/result');
      expect(network).not.toContain('secret-7781');
      expect(JSON.stringify(events)).not.toContain('secret');
      expect(captured.report.session?.masked).toBe(12);
      await captured.remove();
    },
  );
});

it.each([false, true])('credentials are in the network record as they were sent: %s', async (isFull) => {
  const session = await steer({ url: `${site.httpsOrigin}/signed-in`, site });
  await eventually(() => session.title).toBe('已取回');
  session.send({ type: 'stop', isFull });
  const captured = await session.captured;

  const { events, network } = await recordOf(captured);
  const valuesOf = (header: string) =>
    [...network.matchAll(new RegExp(`^${header}: (.*)\r$`, 'gim'))].map(([, value]) => value);
  const kept = (value: string) => (isFull ? value : `sha256:${createHash('sha256').update(value).digest('hex')}`);
  expect(valuesOf('authorization')).toEqual([kept('Bearer t-0815')]);
  expect(valuesOf('set-cookie')).toEqual([kept('sid=s-4711; Path=/')]);
  // Only of the second request: the session's browser began without cookies.
  expect(valuesOf('cookie')).toEqual([kept('sid=s-4711')]);
  expect(captured.report.session?.isFull).toBe(isFull);
  const withheld = captured.report.alterations.find(({ kind }) => kind === 'credentials-withheld');
  expect(withheld?.said.values).toEqual(isFull ? undefined : { count: 3 });

  // The chain of the site's certificate, and a browser of its own, which is gone.
  const chain = events.find(({ kind }) => kind === 'certificates');
  expect(chain).toMatchObject({ origin: site.httpsOrigin, path: 'certificates/0001.pem' });
  const { subjectAltName } = new X509Certificate(await captured.text('certificates/0001.pem'));
  expect(subjectAltName).toContain(new URL(site.httpsOrigin).hostname);
  const environment = JSON.parse(await captured.text('environment.json'));
  expect(environment).toMatchObject({ freshProfile: true, extensions: [], profileRemovedAt: expect.any(String) });
  await captured.remove();
});

it('a dialog of the page is shown to the user, who answers it; the record has both', async () => {
  const session = await steer({ url: `${site.httpOrigin}/chat`, site });
  await eventually(() => session.title).toBe('客服对话 - 万货街');
  const ask = async (accept: boolean, title: string) => {
    session.press('Enter', 13, '\r');
    await eventually(() => session.state?.dialog).toMatchObject({ kind: 'confirm', text: '确认退款？' });
    session.send({ type: 'dialog', accept });
    await eventually(() => session.title).toBe(title);
  };
  // File, text, send, two links, then the button that asks.
  for (let i = 0; i < 6; i++) session.press('Tab', 9);

  await ask(true, '已确认');
  await ask(false, '未确认');
  session.send({ type: 'stop', isFull: false });
  const captured = await session.captured;

  const { events } = await recordOf(captured);
  expect(events.filter(({ kind }) => kind === 'dialog' || kind === 'dialog-answered')).toMatchObject([
    { kind: 'dialog', dialog: 'confirm', text: '确认退款？' },
    { kind: 'dialog-answered', accept: true },
    { kind: 'dialog', dialog: 'confirm', text: '确认退款？' },
    { kind: 'dialog-answered', accept: false },
  ]);
  await captured.remove();
});

it('a name of this machine, a redirect to it, and a name that resolves to a private address are refused with the reason', async () => {
  const environment = { CAPTURE_HOSTS: 'inside.example=10.0.0.1' };
  const session = await steer({ url: `${site.httpOrigin}/article`, site, environment });
  await eventually(() => session.title).toMatch(/./);
  const reasons = () => session.messages.flatMap((one) => (one.type === 'notice' ? [one.message.text] : []));
  session.send({ type: 'navigate', url: `http://localhost:${site.canary.port}/` });
  await eventually(() => reasons().length).toBe(1);
  session.send({
    type: 'navigate',
    url: `${site.httpOrigin}/hostile/private-redirect?bar`,
  });
  await eventually(() => reasons().length).toBe(2);
  session.send({ type: 'navigate', url: 'inside.example' });
  await eventually(() => reasons().length).toBe(3);
  session.send({ type: 'stop', isFull: false });
  const captured = await session.captured;

  expect(reasons()).toEqual([
    expect.stringContaining("is this machine's own address"),
    expect.stringContaining("isn't a public internet address"),
    expect.stringContaining("isn't a public internet address"),
  ]);
  expect(site.canary.reached).toEqual([]);
  expect((await recordOf(captured)).events.filter(({ kind }) => kind === 'refused')).toHaveLength(3);
  await captured.remove();
});

it.each([
  ...refusedUrlRows,
  // Without a scheme, as users type them.
  ['169.254.169.254/latest/meta-data/', /isn't a public internet address/],
  ['10.0.0.1:8080', /isn't a public internet address/],
  ['localhost:80', /is this machine's own address/],
] as const)('the address bar refuses %j with the reason, and the record has both', async (address, because) => {
  const events: Record<string, unknown>[] = [];
  const recording = { event: (kind: string, detail = {}) => events.push({ kind, ...detail }) };
  const capture = { job: { egressAllow: [] } } as unknown as Capture;

  const said = await navigate(capture, recording, { id: 1 } as Tab, address);

  expect(said?.text).toMatch(because);
  expect(events).toEqual([{ kind: 'refused', tab: 1, url: address, why: said?.text }]);
});
