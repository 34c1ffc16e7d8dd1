import { memberCalls, message, messageCalls } from '@proofkeep/contract';
import { describe, expect, it } from 'vitest';
import { mailOutbox } from '../../providers/mail.ts';
import { outbox } from '../../providers/text-messages.ts';
import { useService } from '../../testing/service.ts';
import { moveAttestation } from '../attestations/service.ts';
import { actorFor } from '../attestations/testing/actors.ts';
import { confirmed, seatFor } from '../members/testing/code.ts';
import { deliverMessages, removeOldDeleted } from './delivery.ts';
import { notify } from './service.ts';

const service = useService();
const { given } = service;

type Login = Awaited<ReturnType<typeof given.login>>;

const notifyLogin = (to: Login, name = 'A page', kind: 'capture' | 'account' = 'capture') =>
  service.database.transaction((db) =>
    notify(db, {
      loginId: to.loginId,
      kind,
      message: message('message.capture-sealed', { name }),
      link: '/attestation/x',
    }),
  );
const news = async (as: string, input = {}) => (await service.ask(messageCalls.news, input, { as })).data;
const countOf = async (as: string) => (await service.ask(messageCalls.countNews, {}, { as })).data;
const idsOf = async (as: string) => (await news(as)).list.map(({ id }) => id);

describe('a user’s messages', () => {
  it('are listed newest first, by kind, and only unread ones on request', async () => {
    const { token, ...login } = await given.login();
    await notifyLogin({ token, ...login }, 'one');
    await notifyLogin({ token, ...login }, 'two', 'account');
    const [newest] = await idsOf(token);
    await service.ask(messageCalls.readNews, { ids: [newest ?? ''] }, { as: token });

    expect((await news(token)).list.map(({ kind, isRead }) => [kind, isRead])).toEqual([
      ['account', true],
      ['capture', false],
    ]);
    expect(await news(token, { kind: 'capture' })).toMatchObject({
      total: 1,
      list: [{ message: { values: { name: 'one' } } }],
    });
    expect(await news(token, { unread: true, size: 1 })).toMatchObject({ total: 1, list: [{ kind: 'capture' }] });
  });

  it('can’t be read, deleted or restored by another account or another member', async () => {
    const holder = await given.login();
    const strangers = [await given.login(), await given.member(holder, ['evidence'])];
    await notifyLogin(holder);
    const ids = await idsOf(holder.token);

    for (const { token: as } of strangers) {
      expect((await news(as)).total).toBe(0);
      expect((await service.ask(messageCalls.readNews, { ids }, { as })).refused).toBe('NOT_FOUND');
      expect((await service.ask(messageCalls.deleteNews, { ids }, { as })).refused).toBe('NOT_FOUND');
      expect((await service.ask(messageCalls.restoreNews, { ids }, { as })).refused).toBe('NOT_FOUND');
    }
    expect(await countOf(holder.token)).toMatchObject({ total: 1 });
  });

  it('all stay if one of the messages to delete doesn’t exist', async () => {
    const login = await given.login();
    await notifyLogin(login);
    const ids = [...(await idsOf(login.token)), crypto.randomUUID()];

    expect((await service.ask(messageCalls.deleteNews, { ids }, { as: login.token })).status).toBe(404);
    expect((await news(login.token)).total).toBe(1);
  });

  it('are restored unchanged until they are removed for good', async () => {
    const login = await given.login();
    await notifyLogin(login);
    const ids = await idsOf(login.token);
    const deleted = await service.ask(messageCalls.deleteNews, { ids }, { as: login.token });

    expect(deleted.data.total).toBe(0);
    expect((await news(login.token)).total).toBe(0);
    expect((await service.ask(messageCalls.restoreNews, { ids }, { as: login.token })).data.total).toBe(1);

    await service.ask(messageCalls.deleteNews, { ids }, { as: login.token });
    await removeOldDeleted(service, new Date(service.now.getTime() + 2 * 86_400_000));

    expect((await service.ask(messageCalls.restoreNews, { ids }, { as: login.token })).refused).toBe('NOT_FOUND');
  });

  it('are counted correctly during concurrent reads', async () => {
    const login = await given.login();
    for (let n = 0; n < 10; n++) await notifyLogin(login, String(n), n < 4 ? 'account' : 'capture');
    const ids = await idsOf(login.token);

    const read = (some: string[]) => service.ask(messageCalls.readNews, { ids: some }, { as: login.token });
    await Promise.all(ids.slice(0, 7).flatMap((id) => [read([id]), read([id])]));

    expect(await countOf(login.token)).toEqual({
      total: 3,
      byKind: { capture: 0, certification: 0, members: 0, account: 3, billing: 0, notarization: 0, support: 0 },
    });
  });

  it('are marked as read by kind or all together, and only with an explicit choice', async () => {
    const login = await given.login();
    await notifyLogin(login, 'one', 'account');
    await notifyLogin(login, 'two');
    const read = (input: object) => service.ask(messageCalls.readNews, input, { as: login.token });

    expect((await read({})).refused).toBe('INPUT_INVALID');
    expect((await read({ all: true, kind: 'account' })).data).toMatchObject({ total: 1, byKind: { capture: 1 } });
    expect((await read({ all: true })).data.total).toBe(0);
  });
});

describe('the message about an attestation', () => {
  it('is sent only to the user who ordered it', async () => {
    const holder = await given.login();
    const member = await given.member(holder, ['preserve', 'evidence']);
    const ano = await given.attestation(member, { state: 'capturing', name: '商品页' });
    const failure = { code: 'LOAD_TIMEOUT', said: message('load.no-page', { seconds: 45 }) } as const;

    await service.database.transaction((db) => moveAttestation(db, ano, 'failed', { failure }));

    expect((await news(member.token)).list).toMatchObject([
      {
        kind: 'capture',
        link: `/attestation/${ano}`,
        message: {
          text: "“商品页” couldn't be captured: No page was received within 45 s. You weren't charged and can try again.",
        },
      },
    ]);
    expect((await news(holder.token)).total).toBe(0);
  });

  it('is sent when it awaits review, is sealed or failed, and not for the user’s own actions', async () => {
    const holder = await given.login();
    const move = async (
      state: 'capturing' | 'sealing' | 'preview',
      event: 'shown' | 'certified' | 'expired' | 'rejected',
    ) => {
      const ano = await given.attestation(holder, { state, name: event });
      await service.database.transaction((db) =>
        moveAttestation(db, ano, event, { by: actorFor(event, holder.loginId) }),
      );
    };
    await move('capturing', 'shown');
    await move('sealing', 'certified');
    await move('preview', 'expired');
    await move('preview', 'rejected');

    expect((await news(holder.token)).list.map(({ message }) => [message.name, message.values.name])).toEqual([
      ['message.capture-expired', 'expired'],
      ['message.capture-sealed', 'certified'],
      ['message.capture-waits', 'shown'],
    ]);
  });

  it('is sent only after COMMIT', async () => {
    const holder = await given.login();
    const ano = await given.attestation(holder, { state: 'sealing' });
    const broken = service.database.transaction(async (db) => {
      await moveAttestation(db, ano, 'certified');
      throw new Error('broken');
    });

    await expect(broken).rejects.toThrow('broken');
    expect((await news(holder.token)).total).toBe(0);
  });
});

describe('the live stream', () => {
  it('sends a changed count to every window of that login, and to no other login', async () => {
    const holder = await given.login();
    const member = await given.member(holder);
    const [own, others] = [await listen(holder.token), await listen(member.token)];

    await notifyLogin(holder);
    const first = await own.next();
    await service.ask(messageCalls.readNews, { all: true }, { as: holder.token });
    const second = await own.next();
    await notifyLogin(member);

    expect([first.total, second.total]).toEqual([1, 0]);
    expect(await others.next()).toMatchObject({ total: 1, byKind: { capture: 1 } });
    own.close();
    others.close();
  });

  /** Reads `event: messages` of a stream over a socket. */
  async function listen(token: string) {
    if (!service.app.server.listening) await service.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = service.app.server.address() as { port: number };
    const ending = new AbortController();
    const url = `http://127.0.0.1:${port}/creditor/attestations/live`;
    const response = await fetch(url, { headers: { 'x-auth-token': token }, signal: ending.signal });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    return {
      close: () => ending.abort(),
      async next(): Promise<{ total: number }> {
        for (;;) {
          const found = /event: messages\ndata: (.*)\n\n/.exec(text);
          if (found) {
            text = text.slice(found.index + found[0].length);
            return JSON.parse(found[1] ?? '');
          }
          const { value, done } = (await reader?.read()) ?? { done: true };
          if (done) throw new Error('The stream has ended.');
          text += value;
        }
      },
    };
  }
});

describe('messages by mail and text message', () => {
  const deliveryDeps = () => ({
    database: service.database,
    mails: mailOutbox,
    textMessages: outbox,
    publicUrl: 'https://proofkeep.example',
  });
  const mailsTo = async (address: string) => {
    const { rows } = await service.database.pool.query<{ subject: string; body: string }>(
      'select subject, body from mail where address = $1 order by id',
      [address],
    );
    return rows;
  };
  const codeFor = async (address: string) => /\d{6}/.exec((await mailsTo(address)).at(-1)?.subject ?? '')?.[0] ?? '';
  const withEmail = async (email: string) => {
    const login = await confirmed(service, await given.login());
    await service.ask(messageCalls.sendEmailCode, { email }, { as: login.token });
    const code = await codeFor(email);
    const { status } = await service.ask(messageCalls.setEmail, { email, code }, { as: login.token });
    expect(status).toBe(200);
    await service.ask(messageCalls.readNews, { all: true }, { as: login.token });
    await deliverMessages(deliveryDeps());
    return login;
  };

  it('are sent once by mail, with all new messages in one, even by concurrent jobs', async () => {
    const login = await withEmail('once@example.com');
    const before = (await mailsTo('once@example.com')).length;
    await notifyLogin(login, 'one');
    await notifyLogin(login, 'two');

    await Promise.all(Array.from({ length: 6 }, () => deliverMessages(deliveryDeps())));

    const mails = (await mailsTo('once@example.com')).slice(before);
    expect(mails.map(({ subject }) => subject)).toEqual(['【存真】您有 2 条新消息']);
    expect(mails[0]?.body.match(/“(one|two)”/g)).toEqual(['“one”', '“two”']);
    expect(mails[0]?.body).toContain('https://proofkeep.example/attestation/x');
  });

  it('are not sent if they were read meanwhile', async () => {
    const login = await withEmail('read@example.com');
    const before = (await mailsTo('read@example.com')).length;
    await notifyLogin(login);
    await service.ask(messageCalls.readNews, { all: true }, { as: login.token });

    await deliverMessages(deliveryDeps());

    expect((await mailsTo('read@example.com')).length).toBe(before);
  });

  it('follow the settings of their kind', async () => {
    const login = await withEmail('set@example.com');
    const before = (await mailsTo('set@example.com')).length;
    const setting = { kind: 'capture', mail: false, text: true } as const;
    const { data } = await service.ask(messageCalls.setNotification, setting, { as: login.token });
    await notifyLogin(login, '一页');
    await deliverMessages(deliveryDeps());

    expect(data.kinds).toContainEqual(setting);
    expect(data.kinds).toContainEqual({ kind: 'account', mail: true, text: false });
    expect((await mailsTo('set@example.com')).length).toBe(before);
    expect(await service.messages(login.phone)).toEqual(['【存真】“一页”已封存，可下载存证证书和证据包。']);
  });

  it('are in the user’s own language, not the account holder’s', async () => {
    const holder = await service.given.login();
    const member = await service.given.member(holder);
    const byText = { kind: 'capture', mail: false, text: true } as const;
    await service.ask(messageCalls.setNotification, byText, { as: member.token });

    const { data } = await service.ask(messageCalls.setNotificationLanguage, { language: 'en' }, { as: member.token });
    await notifyLogin(member, 'A page');
    await deliverMessages(deliveryDeps());

    expect(data.language).toBe('en');
    const sealed = '“A page” is sealed. You can download its certificate and evidence bundle.';
    expect((await service.messages(member.phone)).filter((text) => text.endsWith(sealed))).toHaveLength(1);
    const { data: settings } = await service.ask(messageCalls.notificationSettings, {}, { as: holder.token });
    expect(settings.language).toBe('zh');
  });

  it('join the lines of a hostile page’s title into one', async () => {
    const login = await withEmail('line@example.com');
    const before = (await mailsTo('line@example.com')).length;
    const sentence = message('holder.words', { text: 'a\0b\r\nBcc: c' });
    await service.database.transaction((db) =>
      notify(db, { loginId: login.loginId, kind: 'capture', message: sentence, link: null }),
    );

    await deliverMessages(deliveryDeps());

    const [mails] = (await mailsTo('line@example.com')).slice(before);
    expect(mails?.subject).toContain('a b Bcc: c');
    expect(mails?.body).toContain('a b Bcc: c');
  });
});

describe('a warning to a member', () => {
  it('is hidden from a user who acts as them: they can’t read, delete or silence it', async () => {
    const holder = await given.login();
    const member = await given.member(holder);
    const byText = { kind: 'members', mail: false, text: true } as const;
    await service.ask(messageCalls.setNotification, byText, { as: member.token });
    const { data } = await service.ask(memberCalls.switchTo, { userId: member.loginId }, { as: holder.token });
    const acting = data.token ?? '';
    await notifyLogin(member, 'work');
    const [work, warning] = (await news(member.token)).list;

    expect((await news(acting)).list.map(({ id }) => id)).toEqual([work?.id]);
    expect(await countOf(acting)).toMatchObject({ total: 1, byKind: { members: 0 } });
    for (const call of [messageCalls.deleteNews, messageCalls.readNews] as const)
      expect((await service.ask(call, { ids: [warning?.id ?? ''] }, { as: acting })).refused).toBe('NOT_FOUND');
    await service.ask(messageCalls.readNews, { all: true }, { as: acting });

    expect((await countOf(member.token)).byKind).toMatchObject({ capture: 0, members: 1 });
    await deliverMessages({ database: service.database, mails: mailOutbox, textMessages: outbox, publicUrl: '' });
    expect((await service.messages(member.phone))[0]).toContain('切换为您的身份');
  });

  it('reaches them if it is about a seat of theirs', async () => {
    const [holder, guest] = [await given.login(), await given.login()];
    const seat = await seatFor(service, holder, guest);
    const { data } = await service.ask(memberCalls.switchTo, { userId: seat }, { as: guest.token });
    await service.database.transaction((db) =>
      notify(db, { loginId: seat, kind: 'members', message: message('message.acted-as', { name: 'x' }), link: null }),
    );

    expect((await countOf(data.token ?? '')).byKind.members).toBe(1);
  });
});

describe('security messages', () => {
  it('and their addresses can be changed only after confirmation', async () => {
    const { token: as } = await given.login();
    const way = { mail: false, text: false };

    const refused = [
      (await service.ask(messageCalls.setNotification, { kind: 'account', ...way }, { as })).refused,
      (await service.ask(messageCalls.setEmail, { email: 'a@example.com', code: '000000' }, { as })).refused,
      (await service.ask(messageCalls.removeEmail, {}, { as })).refused,
    ];

    expect(new Set(refused)).toEqual(new Set(['CONFIRM_FIRST']));
    expect((await service.ask(messageCalls.setNotification, { kind: 'capture', ...way }, { as })).refused).toBeNull();
    await confirmed(service, { token: as });
    expect((await service.ask(messageCalls.setNotification, { kind: 'account', ...way }, { as })).refused).toBeNull();
  });
});

describe('a user’s mail address', () => {
  const sent = async (address: string) => {
    const { rows } = await service.database.pool.query<{ subject: string }>(
      'select subject from mail where address = $1 order by id desc',
      [address],
    );
    return rows.map(({ subject }) => subject);
  };
  const ask = async (email: string, as: string) => {
    const { refused } = await service.ask(messageCalls.sendEmailCode, { email }, { as });
    return { refused, code: /\d{6}/.exec((await sent(email.toLowerCase()))[0] ?? '')?.[0] ?? '' };
  };
  const set = async (email: string, code: string, as: string) =>
    service.ask(messageCalls.setEmail, { email, code }, { as });

  it('is set with the mailed code, once, and only to that address', async () => {
    const { token } = await confirmed(service, await given.login());
    const { code } = await ask('Wang@Example.com', token);

    expect((await set('other@example.com', code, token)).refused).toBe('CODE_INVALID');
    expect((await set('wang@example.com', code, token)).data.email).toBe('wang@example.com');
    expect((await set('wang@example.com', code, token)).refused).toBe('CODE_INVALID');
  });

  it('allows five tries of a hundred concurrent ones', async () => {
    const { token } = await confirmed(service, await given.login());
    const { code } = await ask('tries@example.com', token);
    const wrong = Array.from({ length: 100 }, (_, n) => String(n).padStart(6, '0')).filter((guess) => guess !== code);

    const answers = await Promise.all(wrong.map((guess) => set('tries@example.com', guess, token)));

    expect(answers.every(({ refused }) => refused === 'CODE_INVALID')).toBe(true);
    expect((await set('tries@example.com', code, token)).refused).toBe('CODE_INVALID');
  });

  it('gets no other code within a minute, and a code expires after ten', async () => {
    const { token } = await confirmed(service, await given.login());
    const { code } = await ask('slow@example.com', token);

    expect((await ask('slow@example.com', token)).refused).toBe('TOO_MANY');
    service.now = new Date(service.now.getTime() + 11 * 60_000);
    await confirmed(service, { token });
    expect((await set('slow@example.com', code, token)).refused).toBe('CODE_INVALID');
  });

  it('belongs to one login: one of two concurrent confirmations succeeds', async () => {
    const [one, two] = [await confirmed(service, await given.login()), await confirmed(service, await given.login())];
    const codes = [(await ask('both@example.com', one.token)).code, (await ask('both@example.com', two.token)).code];

    const answers = await Promise.all([
      set('both@example.com', codes[0] ?? '', one.token),
      set('both@example.com', codes[1] ?? '', two.token),
    ]);

    expect(answers.map(({ refused }) => refused).sort()).toEqual(['EMAIL_TAKEN', null]);
  });

  it('gets a notice once it is replaced', async () => {
    const { token } = await confirmed(service, await given.login());
    await set('old@example.com', (await ask('old@example.com', token)).code, token);
    service.now = new Date(service.now.getTime() + 61_000);
    await set('new@example.com', (await ask('new@example.com', token)).code, token);
    const { data } = await service.ask(messageCalls.removeEmail, {}, { as: token });

    expect(await sent('old@example.com')).toContain('【存真】通知邮箱已更改');
    expect(await sent('new@example.com')).toContain('【存真】通知邮箱已更改');
    expect(data.email).toBeNull();
  });
});
