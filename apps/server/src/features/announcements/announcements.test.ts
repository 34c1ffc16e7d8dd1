import { announcementCalls } from '@proofkeep/contract';
import { describe, expect, it } from 'vitest';
import { useService } from '../../testing/service.ts';

const service = useService();
const { given } = service;

const words = (title: string) => ({
  title: { zh: title, en: `${title} in English` },
  text: { zh: '正文', en: 'Text' },
});
const shown = async (input = {}) => (await service.ask(announcementCalls.list, input)).data;
const titles = async () => (await shown({ size: 100 })).list.map(({ title }) => title.zh);
const write = async (as: string, title: string) =>
  (await service.ask(announcementCalls.create, words(title), { as })).data;

describe('an announcement', () => {
  it('is public from publication until withdrawal', async () => {
    const { token: as } = await given.staff('operator');
    const { id } = await write(as, '停机维护');
    expect(await titles()).not.toContain('停机维护');

    await service.ask(announcementCalls.publish, { id }, { as });
    expect((await shown()).list[0]).toEqual({
      id,
      title: { ...words('停机维护').title, text: '停机维护' },
      text: { zh: '正文', en: 'Text', text: '正文' },
      publishedAt: service.now.toISOString(),
      correctedAt: null,
    });

    await service.ask(announcementCalls.withdraw, { id }, { as });
    expect(await titles()).not.toContain('停机维护');
  });

  it('is corrected in public, while operators still see its former text', async () => {
    const { token: as } = await given.staff('operator');
    const { id } = await write(as, '停机至三点');
    const correct = () => service.ask(announcementCalls.correct, { id, ...words('停机至五点') }, { as });
    expect((await correct()).refused).toBe('STATE_FORBIDS');
    await service.ask(announcementCalls.publish, { id }, { as });

    const corrected = (await correct()).data;
    const [read] = (await shown()).list;

    expect(corrected).toMatchObject({ title: { zh: '停机至五点' }, earlier: [{ title: { zh: '停机至三点' } }] });
    expect(read).toMatchObject({ id, title: { zh: '停机至五点' }, correctedAt: service.now.toISOString() });
    await service.ask(announcementCalls.withdraw, { id }, { as });
    expect((await correct()).refused).toBe('STATE_FORBIDS');
    const { rows } = await service.database.pool.query(
      `select event from audit where subject ->> 'announcement' = $1 order by id`,
      [id],
    );
    expect(rows.map(({ event }) => event)).toContain('announcement.corrected');
  });

  it('is also returned in the language of the reader', async () => {
    const { token: as } = await given.staff('operator');
    const { id } = await write(as, '双语');
    await service.ask(announcementCalls.publish, { id }, { as });

    const headers = { 'accept-language': 'fr, en;q=0.9, zh;q=0.5' };
    const { list } = (await service.ask(announcementCalls.list, {}, { headers })).data;
    expect(list.find((one) => one.id === id)).toMatchObject({
      title: { text: '双语 in English' },
      text: { text: 'Text' },
    });
  });

  it('can be edited only as a draft, and published only once', async () => {
    const { token: as } = await given.staff('operator');
    const { id } = await write(as, '草稿');
    const edit = () => service.ask(announcementCalls.edit, { id, ...words('定稿') }, { as });
    const publish = () => service.ask(announcementCalls.publish, { id }, { as });

    expect((await edit()).data.title.zh).toBe('定稿');
    expect((await service.ask(announcementCalls.withdraw, { id }, { as })).refused).toBe('STATE_FORBIDS');
    await publish();
    expect((await publish()).refused).toBe('STATE_FORBIDS');
    expect((await edit()).refused).toBe('STATE_FORBIDS');
    await service.ask(announcementCalls.withdraw, { id }, { as });
    expect((await publish()).refused).toBe('STATE_FORBIDS');
  });

  it('rejects notaries and account users in the console', async () => {
    const notary = await given.staff('notary');
    const { token } = await given.login();

    expect((await service.ask(announcementCalls.all, {}, { as: notary.token })).refused).toBe('NOT_ALLOWED');
    expect((await service.ask(announcementCalls.create, words('x'), { as: notary.token })).refused).toBe('NOT_ALLOWED');
    expect((await service.ask(announcementCalls.all, {}, { as: token })).refused).toBe('SESSION_INVALID');
  });

  it('requires title and text in both languages', async () => {
    const { token: as } = await given.staff('operator');
    const { refused, envelope } = await service.ask(
      announcementCalls.create,
      { title: { zh: '标题', en: ' ' }, text: { zh: '正文', en: 'Text' } },
      { as },
    );

    expect(refused).toBe('INPUT_INVALID');
    expect(envelope.fields?.map(({ field }) => field)).toEqual(['title.en']);
  });

  it('records its author and publisher in the audit trail', async () => {
    const { token: as, staffId } = await given.staff('operator');
    const { id } = await write(as, '留痕');
    await service.ask(announcementCalls.publish, { id }, { as });

    const { rows } = await service.database.pool.query(
      `select event from audit where staff_id = $1 and subject->>'announcement' = $2 order by id`,
      [staffId, id],
    );
    expect(rows).toEqual([{ event: 'announcement.created' }, { event: 'announcement.published' }]);
  });
});
