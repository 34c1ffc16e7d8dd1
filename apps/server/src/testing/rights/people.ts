import { reportCalls, uploadCalls } from '@proofkeep/contract';
import { inserted, type ThingRow, unknownId } from './row.ts';

export const place = { province: '440000', city: '440300', district: '440305', detail: '科技园一号' };

export const address = (more: Record<string, unknown> = {}) =>
  inserted(
    `insert into address (account_id, recipient, phone, province, city, district, detail)
     select account, '王芳', '13800000000', '440000', '440300', '440305', '科技园一号' from o`,
    'account',
    (id) => ({ id, ...more }),
  );

export const message = (deleted: 'now' | 'null' = 'null') =>
  inserted(
    `insert into message (login_id, kind, message, deleted_at)
     select login, 'account', '{"name": "holder.words", "values": {"text": "x"}}', ${deleted} from o`,
    'person',
    (id) => ({ ids: [id] }),
  );

export const upload = (purpose: string, input: ThingRow['input']) =>
  inserted(
    `insert into upload (id, account_id, person_id, purpose, name, media_type, size_bytes, created_at)
     select uuidv7(), account, login, '${purpose}', 'a.png', 'image/png', 1, now from o`,
    'person',
    input,
  );

/** The holder reaches the files of members, too. */
export const unusedFile = inserted(
  `insert into received_file (id, account_id, person_id, name, media_type, size_bytes, sha256, sm3, created_at)
   select uuidv7(), account, login, 'a.pdf', 'application/pdf', 1, sha256(''), sha256(''), now from o`,
  'account',
  (id) => ({ id }),
);

export const factor = (more: Record<string, unknown> = {}) =>
  inserted(
    `insert into totp (person_id, secret, created_at, added_at) select login, '', now, now from o`,
    'person',
    (id) => ({ id, ...more }),
  );

/** A problem reported by the owner, answered if the call needs it. */
export const report = (state: 'open' | 'answered', more: Record<string, unknown> = {}): ThingRow => ({
  async make(service, { token }) {
    const { id } = (await service.ask(reportCalls.reportProblem, { text: 'it failed' }, { as: token })).data;
    const operator = await service.given.staff();
    if (state === 'answered')
      await service.ask(reportCalls.answerReport, { id, text: 'try again' }, { as: operator.token });
    return id;
  },
  input: (id) => ({ id, ...more }),
  of: 'person',
  unknown: unknownId,
});

export const member = (more: Record<string, unknown> = {}): ThingRow => ({
  make: async (service, owner) => (await service.given.member(owner)).loginId,
  input: (userId) => ({ userId, ...more }),
  of: 'account',
  unknown: unknownId,
});

/** A membership in another account, whose holder invited the owner. */
export const seat: ThingRow = {
  async make(service, owner) {
    const { accountId } = await service.given.login();
    const { rows } = await service.database.pool.query<{ id: string }>(
      `insert into login (account_id, role, seat_of, name, language) values ($1, 'sub', $2, '席位', 'zh') returning id`,
      [accountId, owner.loginId],
    );
    return rows[0]?.id ?? '';
  },
  input: (userId) => ({ userId }),
  of: 'person',
  unknown: unknownId,
};

export const invitation = (to: 'owner' | 'another'): ThingRow => ({
  async make(service, owner) {
    const other = await service.given.login();
    const [from, invited] = to === 'owner' ? [other, owner] : [owner, other];
    const { rows } = await service.database.pool.query<{ id: string }>(
      `insert into invitation (account_id, invited_id, invited_by, permissions, scope, created_at, expires_at)
       values ($1, $2, $3, '{}', 'own', $4, $5) returning id`,
      [from.accountId, invited.loginId, from.loginId, service.now, new Date(service.now.getTime() + 86_400_000)],
    );
    return rows[0]?.id ?? '';
  },
  input: (id) => ({ id }),
  of: to === 'owner' ? 'person' : 'account',
  unknown: unknownId,
});

/** One grey pixel. */
const img =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==';

export const picture: ThingRow = {
  make: async (service, { token }) => (await service.ask(uploadCalls.uploadImage, { img }, { as: token })).data.fileId,
  input: (id) => ({ id }),
  of: 'person',
  unknown: unknownId,
};

const front = upload('identity-front', (id) => ({ id }));

const back = upload('identity-back', (id) => ({ id }));

/** Both sides of an identity card, addressed together. */
export const sides: ThingRow = {
  make: async (service, owner) => `${await front.make(service, owner)} ${await back.make(service, owner)}`,
  input: (ids) => ({ ...identity, front: ids.split(' ')[0], back: ids.split(' ')[1] }),
  of: 'person',
  unknown: `${unknownId} ${unknownId}`,
  refusal: 'UPLOAD_GONE',
};

const identity = { name: '王芳', idNumber: '11010519491231002X' };

export const listExport = inserted(
  `insert into list_export (account_id, login_id, person_id, is_of_account, filter, language, asked_at, state, key, size_bytes, expires_at)
   select account, login, login, false, '{}', 'zh', now, 'ready', 'list-exports/a/b/list.xlsx', 1, now from o`,
  'person',
  (id) => ({ id }),
);

export const dataExport = inserted(
  `insert into data_export (account_id, person_id, with_bundles, asked_at, state, key, size_bytes, expires_at)
   select account, login, false, now, 'ready', 'exports/a/b/data.zip', 1, now from o`,
  'person',
  (id) => ({ id }),
);
