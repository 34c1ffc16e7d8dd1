import { attestationCalls as calls, memberCalls, message } from '@proofkeep/contract';
import { describe, expect, it } from 'vitest';
import { useService } from '../../testing/service.ts';

const service = useService({ egressAllow: ['127.0.0.1:8480'] });
const { ask, given } = service;

describe('preserving pages', () => {
  it('submits allowed URLs in the given order, and gives the reason for each refused one', async () => {
    const { token } = await given.login();
    const pages = ['a?b#c', 'd', 'e', 'f', 'g'].map((page) => `https://example.com/${page}`);
    const urls = [...pages, 'http://127.0.0.1:8480/shop', 'http://2130706433/', 'ftp://example.com/', 'no'];

    const { data } = await ask(calls.preserveUrls, { urls, labels: ['案件'] }, { as: token });

    const taken = [...pages, 'http://127.0.0.1:8480/shop'];
    expect(data.list.map(({ url, state, rung }) => [url, state, rung])).toEqual(
      taken.map((url) => [url, 'queuing', 'received']),
    );
    expect(data.list[0]).toMatchObject({ labels: ['案件'], attempt: 1, thumbnail: null, isComplete: null });
    expect(data.refused).toEqual([
      { url: 'http://2130706433/', message: message('egress.not-public', { address: '127.0.0.1' }) },
      { url: 'ftp://example.com/', message: message('url.scheme', { scheme: 'ftp:' }) },
      { url: 'no', message: message('url.not-an-address') },
    ]);
  });

  it('accepts one URL from a form, and submits only once per idempotency key', async () => {
    const { token } = await given.login();
    const send = () =>
      ask(
        calls.preserveUrls,
        { urls: 'https://example.com/' as never },
        { as: token, form: true, headers: { 'idempotency-key': 'k' } },
      );

    const [first, second] = [await send(), await send()];

    expect(first.data.list).toHaveLength(1);
    expect(second.data).toEqual(first.data);
    expect((await ask(calls.urlList, {}, { as: token })).data.total).toBe(1);
  });
});

describe('the list', () => {
  it('is searched, filtered, sorted and paged', async () => {
    const holder = await given.login();
    const at = (day: number) => new Date(Date.UTC(2026, 0, day));
    const list = async (wanted: object) => {
      const { data } = await ask(calls.list, wanted, { as: holder.token });
      return { names: data.list.map(({ name }) => name), total: data.total };
    };
    await given.attestation(holder, { name: '甲 100%', createdAt: at(1), labels: ['a', 'b'] });
    await given.attestation(holder, { title: '乙页', createdAt: at(2), state: 'failed' });
    await given.attestation(holder, { url: 'https://shop.example/Deep_Path', createdAt: at(3), labels: ['b'] });

    expect(await list({})).toEqual({ names: ['https://shop.example/Deep_Path', '乙页', '甲 100%'], total: 3 });
    expect(await list({ size: 1, page: 2 })).toEqual({ names: ['乙页'], total: 3 });
    expect(await list({ search: '100%' })).toEqual({ names: ['甲 100%'], total: 1 });
    expect(await list({ search: 'DEEP_path shop' })).toEqual({ names: ['https://shop.example/Deep_Path'], total: 1 });
    expect(await list({ search: 'path%nothing' })).toEqual({ names: [], total: 0 });
    expect(await list({ states: ['failed'] })).toEqual({ names: ['乙页'], total: 1 });
    expect(await list({ labels: ['b'] })).toEqual({ names: ['https://shop.example/Deep_Path', '甲 100%'], total: 2 });
    expect(await list({ labels: ['a', 'b'] })).toEqual({ names: ['甲 100%'], total: 1 });
    expect(await list({ from: at(2).toISOString(), to: at(3).toISOString() })).toEqual({ names: ['乙页'], total: 1 });
    expect(await list({ order: 'ascend', size: 1 })).toEqual({ names: ['甲 100%'], total: 3 });
    expect((await ask(calls.list, { size: 101 }, { as: holder.token })).refused).toBe('INPUT_INVALID');
    expect((await ask(calls.labels, {}, { as: holder.token })).data.list).toEqual([
      { label: 'b', count: 2 },
      { label: 'a', count: 1 },
    ]);
  });
});

describe('an attestation', () => {
  it('is renamed, annotated and labelled by its holder, and found by those words', async () => {
    const holder = await given.login();
    const ano = await given.attestation(holder);

    const named = await ask(calls.editUrl, { id: ano, name: '侵权页面', remark: '第一次' }, { as: holder.token });
    const labelled = await ask(calls.setLabels, { id: ano, labels: ['x', 'y'] }, { as: holder.token });
    const found = await ask(calls.list, { search: '侵权 第一' }, { as: holder.token });
    const cleared = await ask(calls.setLabels, { id: ano, labels: [] }, { as: holder.token });

    expect(named.data).toMatchObject({ name: '侵权页面', remark: '第一次' });
    expect(labelled.data).toMatchObject({ name: '侵权页面', labels: ['x', 'y'] });
    expect(found.data.total).toBe(1);
    expect(cleared.data.labels).toEqual([]);
  });

  it('is hidden from everyone else', async () => {
    const holder = await given.login();
    const { token: stranger } = await given.login();
    const ano = await given.attestation(holder, { state: 'preview' });
    const as = { as: stranger };

    expect((await ask(calls.list, {}, as)).data.total).toBe(0);
    expect((await ask(calls.info, { ano }, as)).refused).toBe('NOT_FOUND');
    expect((await ask(calls.editUrl, { id: ano, name: 'mine' }, as)).refused).toBe('NOT_FOUND');
    expect((await ask(calls.setLabels, { id: ano, labels: ['mine'] }, as)).refused).toBe('NOT_FOUND');
    expect((await ask(calls.reject, { ano }, as)).refused).toBe('NOT_FOUND');
    expect((await ask(calls.cancel, { ano }, as)).refused).toBe('NOT_FOUND');
    expect((await ask(calls.retry, { ano }, as)).refused).toBe('NOT_FOUND');
    expect((await ask(calls.feedback, { ano, text: 'x' }, as)).refused).toBe('NOT_FOUND');
    expect((await ask(calls.picture, { ano }, as)).refused).toBe('NOT_FOUND');
    expect((await ask(calls.pictures, { anos: [ano] }, as)).data.list).toEqual([]);
    expect((await ask(calls.confirm, { anos: [ano] }, as)).data).toEqual({
      changed: [],
      refused: [{ ano, message: message('attestation.unknown') }],
    });
    for (const call of [
      calls.certificate,
      calls.certificatePdf,
      calls.timestamp,
      calls.timestampBytes,
      calls.signature,
    ])
      expect((await ask(call, { ano }, as)).refused).toBe('NOT_FOUND');
    expect((await ask(calls.bundle, { attestationNo: ano }, as)).refused).toBe('NOT_FOUND');
    expect((await ask(calls.file, { ano, path: 'data/thumbnail.jpg' }, as)).refused).toBe('NOT_FOUND');
  });

  it('is confirmed, rejected, cancelled and retried only as its state table allows', async () => {
    const holder = await given.login();
    const as = { as: holder.token };
    const stateAfter = async (ano: string) => (await ask(calls.info, { ano }, as)).data.state;

    const preview = await given.attestation(holder, { state: 'preview' });
    const other = await given.attestation(holder, { state: 'succeeded' });
    expect((await ask(calls.confirm, { anos: [preview, other, preview] }, as)).data).toEqual({
      changed: [preview],
      refused: [{ ano: other, message: message('attestation.not-waiting') }],
    });
    expect(await stateAfter(preview)).toBe('sealing');
    expect((await ask(calls.reject, { ano: preview }, as)).refused).toBe('STATE_FORBIDS');

    const rejected = await given.attestation(holder, { state: 'preview' });
    expect((await ask(calls.reject, { ano: rejected, reason: '不是这一页' }, as)).refused).toBeNull();
    expect(await stateAfter(rejected)).toBe('cancelled');

    const waiting = await given.attestation(holder, { state: 'queuing' });
    expect((await ask(calls.cancel, { ano: waiting }, as)).refused).toBeNull();
    expect((await ask(calls.cancel, { ano: waiting }, as)).refused).toBe('STATE_FORBIDS');

    const failed = await given.attestation(holder, { state: 'failed' });
    expect((await ask(calls.retry, { ano: failed }, as)).data).toMatchObject({
      state: 'queuing',
      attempt: 2,
      failure: null,
    });
    expect((await ask(calls.retry, { ano: failed }, as)).refused).toBe('STATE_FORBIDS');
  });

  it('keeps each action and its actor in an append-only custody record', async () => {
    const holder = await given.login();
    const as = { as: holder.token };
    const ano = await given.attestation(holder, { state: 'preview' });
    await ask(calls.feedback, { ano, text: '图片不清楚' }, as);
    await ask(calls.reject, { ano, reason: '不是这一页' }, as);

    const { custody } = (await ask(calls.info, { ano }, as)).data;

    expect(custody.map(({ event, by, messages }) => [event, by, messages[0]?.text])).toEqual([
      ['holder.reported', '王芳', '图片不清楚'],
      ['rejected', '王芳', '不是这一页'],
    ]);
    await expect(service.database.pool.query('delete from attestation_event')).rejects.toThrow('append-only');
  });

  it('records both identities when a user acts as another', async () => {
    const holder = await given.login();
    const { loginId: userId } = await given.member(holder, ['preserve', 'evidence']);
    const { token } = (await ask(memberCalls.switchTo, { userId }, { as: holder.token })).data;
    const as = { as: token ?? '' };

    const { list } = (await ask(calls.preserveUrls, { urls: ['https://example.com/'] }, as)).data;
    await ask(calls.cancel, { ano: list[0]?.ano ?? '' }, as);

    const { custody } = (await ask(calls.info, { ano: list[0]?.ano ?? '' }, as)).data;
    expect(custody.map(({ event, by, actedBy }) => [event, by, actedBy])).toEqual([
      ['received', '李明', '王芳'],
      ['cancelled', '李明', '王芳'],
    ]);
  });

  it('has no certificate before it is certified', async () => {
    const holder = await given.login();
    const ano = await given.attestation(holder, { state: 'preview' });

    for (const call of [calls.certificate, calls.certificatePdf, calls.timestamp, calls.signature])
      expect((await ask(call, { ano }, { as: holder.token })).refused).toBe('STATE_FORBIDS');
    expect((await ask(calls.bundle, { attestationNo: ano }, { as: holder.token })).refused).toBe('STATE_FORBIDS');
  });
});

describe('the live stream', () => {
  it('sends each holder the changes of their own attestations only', async () => {
    const holder = await given.login();
    const stranger = await given.login();
    await service.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = service.app.server.address() as { port: number };
    const ending = new AbortController();
    const open = (token: string) =>
      fetch(`http://127.0.0.1:${port}${calls.live.path}`, {
        headers: { 'x-auth-token': token },
        signal: ending.signal,
      });
    const [own, foreign] = await Promise.all([open(holder.token), open(stranger.token)]);
    expect(own.headers.get('content-type')).toBe('text/event-stream');

    const { data } = await ask(calls.preserveUrls, { urls: ['https://example.com/'] }, { as: holder.token });
    const ano = data.list[0]?.ano ?? '';
    await ask(calls.cancel, { ano }, { as: holder.token });
    const mine = await ask(calls.preserveUrls, { urls: ['https://other.example/'] }, { as: stranger.token });

    const heard = await until(own, 'cancelled');
    const heardByStranger = await until(foreign, mine.data.list[0]?.ano ?? '');
    ending.abort();
    expect(heard).toContain(ano);
    expect(heard).toMatch(/event: changed\ndata: \{/);
    expect(heardByStranger).not.toContain(ano);
  });
});

/** Reads the stream until it contains `text`. */
async function until(response: Response, text: string): Promise<string> {
  let heard = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    heard += decoder.decode(chunk, { stream: true });
    if (heard.includes(text)) return heard;
  }
  throw new Error(`The stream ended with: ${heard}`);
}
