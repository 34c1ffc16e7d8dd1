import type { SegmentHeader } from '@proofkeep/bundle';
import {
  type AttestationState,
  accountDay,
  courtApplicationCalls,
  type DeviceRecordingState,
  enforcerCalls,
  notarizationCalls,
  type RefusalCode,
  reportCalls,
  uploadCalls,
} from '@proofkeep/contract';
import { strokes, useMatters } from '../features/notarization/testing/matters.ts';
import { newOrderNo } from '../kit/order-numbers.ts';
import type { Login, TestService } from './service.ts';

/** A call on an object with an owner. */
export interface ThingRow {
  /** Creates the object. @returns its number or id */
  make(service: TestService, owner: Login): Promise<string>;
  /** The call's input for this object. */
  input(id: string): Record<string, unknown>;
  /** `account`: any member with the permission; `person`: only its owner. */
  of: 'account' | 'person';
  /** An id that doesn't exist. */
  unknown: string;
  /** The refusal for callers without access; default NOT_FOUND. */
  refusal?: RefusalCode;
  /** An attestation: members with scope own see theirs only. */
  isEvidence?: true;
  /** For calls that omit the object instead of refusing: whether it is omitted. */
  isLeftOut?(data: unknown): boolean;
}

/** `self`: concerns only the caller, is public, or belongs to the console, which sees everything. */
export type Row = 'self' | ThingRow;

const nobodysId = '00000000-0000-7000-8000-000000000000';

const attestation = (
  state: AttestationState,
  input = (ano: string): Record<string, unknown> => ({ ano }),
): ThingRow => ({
  make: (service, owner) => service.given.attestation(owner, { state }),
  input,
  of: 'account',
  isEvidence: true,
  unknown: 'nobodys',
});
const attestations = (state: AttestationState, isLeftOut: (data: unknown) => boolean): ThingRow => ({
  ...attestation(state, (ano) => ({ anos: [ano] })),
  isLeftOut,
});
/** A live session whose attestation is in this state. */
const session = (state: AttestationState, input?: ThingRow['input']): ThingRow => ({
  ...attestation(state, input),
  async make(service, owner) {
    const ano = await service.given.attestation(owner, { state });
    await service.database.pool.query(`update attestation set kind = 'live' where ano = $1`, [ano]);
    await service.database.pool.query(`insert into live_session (ano, device, minutes) values ($1, 'desktop', 10)`, [
      ano,
    ]);
    return ano;
  },
});
/** The submission of an attestation in this state. */
const submission = (state: AttestationState): ThingRow => ({
  ...attestation(state, (batchId) => ({ batchId })),
  async make(service, owner) {
    const ano = await service.given.attestation(owner, { state });
    const { rows } = await service.database.pool.query<{ id: string }>(
      'select submission_id as id from attestation where ano = $1',
      [ano],
    );
    return rows[0]?.id ?? '';
  },
  unknown: nobodysId,
});
/** A check code of a certified attestation. */
const checkCode: ThingRow = {
  ...attestation('succeeded'),
  async make(service, owner) {
    const ano = await service.given.attestation(owner, { state: 'succeeded' });
    const { rows } = await service.database.pool.query<{ id: string }>(
      `insert into check_code (ano, account_id, login_id, label, scope, fingerprint, most_uses, created_at, expires_at)
       values ($1, $2, $3, 'court', 'bundle', '', 1, $4, $4::timestamptz + interval '1 day') returning id`,
      [ano, owner.accountId, owner.loginId, service.now],
    );
    return rows[0]?.id ?? '';
  },
  input: (id) => ({ id }),
  unknown: nobodysId,
};
const isEmpty = (data: unknown) => (data as { list: unknown[] }).list.length === 0;

/** Inserts a row with an SQL statement that finds the owner's login, account and the time in `o`. */
const inserted = (sql: string, of: ThingRow['of'], input: ThingRow['input']): ThingRow => ({
  async make({ database, now }, { loginId, accountId }) {
    const { rows } = await database.pool.query<{ id: string }>(
      `with o as (select $1::uuid as login, $2::uuid as account, $3::timestamptz as now) ${sql} returning id`,
      [loginId, accountId, now],
    );
    return rows[0]?.id ?? '';
  },
  input,
  of,
  unknown: nobodysId,
});

const place = { province: '440000', city: '440300', district: '440305', detail: '科技园一号' };
const address = (more: Record<string, unknown> = {}) =>
  inserted(
    `insert into address (account_id, recipient, phone, province, city, district, detail)
     select account, '王芳', '13800000000', '440000', '440300', '440305', '科技园一号' from o`,
    'account',
    (id) => ({ id, ...more }),
  );

const message = (deleted: 'now' | 'null' = 'null') =>
  inserted(
    `insert into message (login_id, kind, message, deleted_at)
     select login, 'account', '{"name": "holder.words", "values": {"text": "x"}}', ${deleted} from o`,
    'person',
    (id) => ({ ids: [id] }),
  );

const upload = (purpose: string, input: ThingRow['input']) =>
  inserted(
    `insert into upload (id, account_id, person_id, purpose, name, media_type, size_bytes, created_at)
     select uuidv7(), account, login, '${purpose}', 'a.png', 'image/png', 1, now from o`,
    'person',
    input,
  );

const factor = (more: Record<string, unknown> = {}) =>
  inserted(
    `insert into totp (person_id, secret, created_at, added_at) select login, '', now, now from o`,
    'person',
    (id) => ({ id, ...more }),
  );

/** A problem reported by the owner, answered if the call needs it. */
const report = (state: 'open' | 'answered', more: Record<string, unknown> = {}): ThingRow => ({
  async make(service, { token }) {
    const { id } = (await service.ask(reportCalls.reportProblem, { text: 'it failed' }, { as: token })).data;
    const operator = await service.given.staff();
    if (state === 'answered')
      await service.ask(reportCalls.answerReport, { id, text: 'try again' }, { as: operator.token });
    return id;
  },
  input: (id) => ({ id, ...more }),
  of: 'person',
  unknown: nobodysId,
});

const member = (more: Record<string, unknown> = {}): ThingRow => ({
  make: async (service, owner) => (await service.given.member(owner)).loginId,
  input: (userId) => ({ userId, ...more }),
  of: 'account',
  unknown: nobodysId,
});

/** A membership in another account, whose holder invited the owner. */
const seat: ThingRow = {
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
  unknown: nobodysId,
};

const invitation = (to: 'owner' | 'somebody'): ThingRow => ({
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
  unknown: nobodysId,
});

/** One grey pixel. */
const img =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==';
const picture: ThingRow = {
  make: async (service, { token }) => (await service.ask(uploadCalls.uploadImage, { img }, { as: token })).data.fileId,
  input: (id) => ({ id }),
  of: 'person',
  unknown: nobodysId,
};

const front = upload('identity-front', (id) => ({ id }));
const back = upload('identity-back', (id) => ({ id }));
/** Both sides of an identity card, addressed together. */
const sides: ThingRow = {
  make: async (service, owner) => `${await front.make(service, owner)} ${await back.make(service, owner)}`,
  input: (ids) => ({ ...identity, front: ids.split(' ')[0], back: ids.split(' ')[1] }),
  of: 'person',
  unknown: `${nobodysId} ${nobodysId}`,
  refusal: 'UPLOAD_GONE',
};

const identity = { name: '王芳', idNumber: '11010519491231002X' };

/** A draft of an application to a court; members with scope own see theirs only. */
const courtApplication = (more: Record<string, unknown> = {}): ThingRow => ({
  make: async (service, { token }) =>
    (await service.ask(courtApplicationCalls.saveCourtApplication, { court: '杭州互联网法院' }, { as: token })).data.id,
  input: (id) => ({ id, ...more }),
  of: 'account',
  isEvidence: true,
  unknown: nobodysId,
});

const withdrawnApplication: ThingRow = {
  ...courtApplication(),
  async make(service, owner) {
    const id = await courtApplication().make(service, owner);
    await service.ask(courtApplicationCalls.withdrawCourtApplication, { id }, { as: owner.token });
    return id;
  },
};

/** A draft of a matter; members with scope own see theirs only. */
const matter = (more: Record<string, unknown> = {}): ThingRow => ({
  make: async (service, { token }) =>
    (await service.ask(notarizationCalls.createMatter, { kind: 'copy', isDraft: true }, { as: token })).data.id,
  input: (id) => ({ id, ...more }),
  of: 'account',
  isEvidence: true,
  unknown: nobodysId,
});
const abandonedMatter: ThingRow = {
  ...matter(),
  async make(service, owner) {
    const id = await matter().make(service, owner);
    await service.ask(notarizationCalls.abandonMatter, { id, reason: 'not needed' }, { as: owner.token });
    return id;
  },
};
/** A matter with a file of its application, addressed together. */
const matterMaterial: ThingRow = {
  ...matter(),
  async make(service, owner) {
    const fileId = await picture.make(service, owner);
    await service.database.pool.query(`update upload set purpose = 'attachment' where id = $1`, [fileId]);
    const draft = { kind: 'copy' as const, isDraft: true, materials: [{ code: 'identity', fileId }] };
    return `${(await service.ask(notarizationCalls.createMatter, draft, { as: owner.token })).data.id} ${fileId}`;
  },
  input: (ids) => ({ id: ids.split(' ')[0], fileId: ids.split(' ')[1] }),
  unknown: `${nobodysId} ${nobodysId}`,
};
/** An accepted matter with its acceptance notice, addressed together. */
const matterDocument = (input: ThingRow['input']): ThingRow => ({
  ...matter(),
  async make(service, owner) {
    const { notary, apply, decide } = useMatters(service);
    const office = await notary();
    const { id } = await apply(owner, office.officeId);
    await decide('acceptMatter', { id }, office);
    const { data } = await service.ask(notarizationCalls.matterPdfs, { id }, { as: owner.token });
    return `${id} ${data.receipt?.id}`;
  },
  input,
  unknown: `${nobodysId} ${nobodysId}`,
});
/** An application with its first party, addressed together. */
const matterParty = (more: Record<string, unknown> = {}): ThingRow => ({
  ...matter(),
  async make(service, owner) {
    const { notary, apply, info } = useMatters(service);
    const { id } = await apply(owner, (await notary()).officeId);
    return `${id} ${(await info(owner, id)).people[0]?.id}`;
  },
  input: (ids) => ({ id: ids.split(' ')[0], partyId: ids.split(' ')[1], ...more }),
  unknown: `${nobodysId} ${nobodysId}`,
});

/** A reported bank transfer with its receipt in the store. */
const bankTransfer: ThingRow = {
  async make(service, owner) {
    const receipt = await picture.make(service, owner);
    const { rows } = await service.database.pool.query<{ id: string }>(
      `insert into bank_transfer
         (account_id, login_id, amount_cents, payer_name, transferred_on, note, upload_id, remark_code, reported_at)
       values ($1, $2, 100, '王芳', current_date, '', $3, 'CZ00000000', $4) returning id`,
      [owner.accountId, owner.loginId, receipt, service.now],
    );
    return rows[0]?.id ?? '';
  },
  input: (id) => ({ id }),
  of: 'account',
  unknown: nobodysId,
};

/** An unpaid recharge order. */
const order = (more: Record<string, unknown> = {}): ThingRow => ({
  async make({ database, now }, { accountId, loginId }) {
    const no = newOrderNo(now);
    await database.pool.query(
      `insert into order_ (no, account_id, login_id, kind, lines, amount_cents, created_at, expires_at)
       values ($1, $2, $3, 'recharge', '[]', 1000, $4::timestamptz, $4::timestamptz + interval '30 minutes')`,
      [no, accountId, loginId, now],
    );
    return no;
  },
  input: (orderNo) => ({ orderNo, ...more }),
  of: 'account',
  unknown: newOrderNo(new Date()),
});
const payment: ThingRow = {
  async make(service, owner) {
    const { rows } = await service.database.pool.query<{ id: string }>(
      `insert into payment (order_id, provider, amount_cents, created_at)
       select id, 'sandbox', amount_cents, created_at from order_ where no = $1 returning id`,
      [await order().make(service, owner)],
    );
    return rows[0]?.id ?? '';
  },
  input: (paymentId) => ({ paymentId }),
  of: 'account',
  unknown: nobodysId,
};

const person = { kind: 'personal', title: '王芳' };
const invoiceHeader = (more: Record<string, unknown> = {}) =>
  inserted(
    `insert into invoice_header (account_id, kind, title) select account, 'personal', '王芳' from o`,
    'account',
    (id) => ({ id, ...more }),
  );
const invoice = (state: 'applied' | 'issued') =>
  inserted(
    `, made as (select uuidv7() as id)
     , numbered as (insert into invoice_number (code, number, invoice_id, is_red, issued_on)
       select '', lpad((random() * 1e15)::bigint::text, 20, '2'), id, false, current_date from made where '${state}' = 'issued')
     insert into invoice (id, no, account_id, state, kind, header, delivery, amount_cents, applied_at)
       select id, 'FP' || id, account, '${state}', 'ordinary', '{"kind": "personal", "title": "王芳", "taxNumber": null,
         "bankName": null, "bankAccount": null, "address": null, "phone": null}',
         '{"by": "email", "email": "books@example.com"}', 100, now from made, o`,
    'account',
    (id) => ({ id }),
  );
/** A paid recharge and its invoice header, addressed together. */
const invoiceable: ThingRow = {
  async make(service, owner) {
    const no = await order().make(service, owner);
    await service.database.pool.query(
      `with paid as (update order_ set state = 'paid', paid_at = created_at where no = $1 returning *)
       insert into payment (order_id, provider, amount_cents, state, created_at, paid_at)
         select id, 'sandbox', amount_cents, 'paid', created_at, paid_at from paid`,
      [no],
    );
    return `${no} ${await invoiceHeader().make(service, owner)}`;
  },
  input: (ids) => ({
    orderNos: [ids.split(' ')[0]],
    headerId: ids.split(' ')[1],
    kind: 'ordinary',
    email: 'books@example.com',
  }),
  of: 'account',
  unknown: `${newOrderNo(new Date())} ${nobodysId}`,
};

const dataExport = inserted(
  `insert into data_export (account_id, person_id, with_bundles, asked_at, state, key, size_bytes, expires_at)
   select account, login, false, now, 'ready', 'exports/a/b/data.zip', 1, now from o`,
  'person',
  (id) => ({ id }),
);

/** A bound device; members with scope own see theirs only. */
const device: ThingRow = {
  ...inserted(
    `insert into device (account_id, login_id, person_id, name, user_agent, key_id, public_key, state, announced_at, bound_at)
     select account, login, login, '巡检一号', '', sha256(gen_random_uuid()::text::bytea), '', 'bound', now, now from o`,
    'account',
    (id) => ({ id }),
  ),
  isEvidence: true,
};
/** A recording of a bound device, without a segment. */
const recording = (state: DeviceRecordingState): ThingRow => ({
  ...device,
  async make(service, owner) {
    const { rows } = await service.database.pool.query<{ id: string }>(
      `insert into device_recording (device_id, account_id, login_id, number, state, created_at, changed_at)
       select id, account_id, login_id, gen_random_uuid(), $2, now(), now() from device where id = $1 returning id`,
      [await device.make(service, owner), state],
    );
    const id = rows[0]?.id ?? '';
    await service.database.pool.query(
      `insert into device_segment (recording_id, n, header, header_sha256, signature, from_ms, to_ms, started_at, ended_at,
         is_last, size_bytes, received_at)
       values ($1, 1, $2, sha256(''), '', 0, 1000, now(), now(), true, 1, now())`,
      [id, JSON.stringify(unsignedSegment)],
    );
    return id;
  },
});
const unsignedSegment: SegmentHeader = {
  v: 1,
  type: 'proofkeep-segment',
  device: '0'.repeat(64),
  recording: nobodysId,
  n: 1,
  previous: '0'.repeat(64),
  fromMs: 0,
  toMs: 1000,
  startedAt: '2026-01-01T00:00:00.000Z',
  endedAt: '2026-01-01T00:00:01.000Z',
  clock: null,
  positions: [],
  events: [],
  mediaType: 'video/webm',
  size: 1,
  sha256: '0'.repeat(64),
  isLast: true,
};
/** A code that a device used. */
const bindingCode: ThingRow = {
  async make(service, owner) {
    const { data } = await service.ask(enforcerCalls.bindingCode, {}, { as: owner.token });
    await service.database.pool.query(
      `with announced as (insert into device (account_id, login_id, person_id, name, user_agent, key_id, public_key, announced_at)
         select account_id, login_id, person_id, '', '', sha256(gen_random_uuid()::text::bytea), '', expires_at from device_code
         where code = $1 returning id)
       update device_code set device_id = (select id from announced) where code = $1`,
      [data.code.replace('-', '')],
    );
    return data.code;
  },
  input: (code) => ({ code }),
  of: 'person',
  unknown: '0000-0000',
  refusal: 'DEVICE_CODE',
};

/** By feature and call. */
const things: Record<string, Record<string, ThingRow>> = {
  addresses: {
    address: address(),
    editAddress: address({ ...place, recipient: '王芳', phone: '13800000000' }),
    deleteAddress: address(),
  },
  liveSessions: {
    sessionInfo: session('queuing'),
    sessionUser: session('queuing', (id) => ({ id })),
    cancelSession: session('queuing'),
    stopSession: session('capturing'),
    sessionTime: session('queuing'),
    editSession: session('succeeded', (id) => ({ id, name: 'named' })),
    deleteSession: session('cancelled'),
    sessionTicket: session('queuing'),
  },
  attestations: {
    urlList: attestations('queuing', isEmpty),
    batch: submission('queuing'),
    batchList: { ...submission('queuing'), isLeftOut: isEmpty },
    batchRetry: submission('succeeded'),
    batchResults: submission('succeeded'),
    deleteView: inserted(
      `insert into saved_view (login_id, name, query) select login, uuidv7()::text, '' from o`,
      'person',
      (id) => ({ id }),
    ),
    confirm: attestations('preview', (data) => (data as { changed: string[] }).changed.length === 0),
    reject: attestation('preview'),
    captureAgain: attestation('preview'),
    cancel: attestation('queuing'),
    retry: attestation('failed'),
    picture: attestation('queuing'),
    pictures: attestations('queuing', isEmpty),
    info: attestation('queuing'),
    openReplay: attestation('queuing'),
    editUrl: attestation('succeeded', (id) => ({ id, name: 'mine' })),
    editFile: attestation('succeeded', (id) => ({ id, name: 'mine' })),
    setLabels: attestation('succeeded', (id) => ({ id, labels: ['mine'] })),
    feedback: attestation('failed', (ano) => ({ ano, text: 'it failed' })),
    certificate: attestation('queuing'),
    certificatePdf: attestation('queuing'),
    timestamp: attestation('queuing'),
    timestampBytes: attestation('queuing'),
    bundle: attestation('queuing', (attestationNo) => ({ attestationNo })),
    signature: attestation('queuing'),
  },
  bankTransfers: {
    reportBankTransfer: {
      ...upload('attachment', (receipt) => ({
        amountCents: 100,
        payerName: '王芳',
        transferredOn: accountDay(new Date()),
        receipt,
      })),
      refusal: 'UPLOAD_GONE',
    },
    bankReceipt: bankTransfer,
    withdrawBankTransfer: bankTransfer,
  },
  courtApplications: {
    saveCourtApplication: courtApplication(),
    courtApplication: courtApplication(),
    courtEvidence: courtApplication(),
    prepareCourtApplication: withdrawnApplication,
    editCourtApplication: courtApplication(),
    submitCourtApplication: courtApplication(),
    askCourt: courtApplication(),
    fileCourtApplication: courtApplication(),
    withdrawCourtApplication: courtApplication(),
    courtList: courtApplication(),
    courtPackage: courtApplication(),
  },
  deeds: { matterBundleFacts: matter(), matterBundle: matter() },
  notarization: {
    matterDraft: matter(),
    saveMatterDraft: matter({ kind: 'copy' }),
    submitMatter: abandonedMatter,
    abandonMatter: matter({ reason: 'not needed' }),
    matterInfo: matter(),
    matterSummary: matter(),
    matterPdfs: matter(),
    matterFile: matterDocument((ids) => ({ id: ids.split(' ')[0], documentId: ids.split(' ')[1] })),
    matterMaterial,
    sealImage: matterDocument((ids) => ({ id: ids.split(' ')[0] })),
    sendSigningCode: matterParty(),
    sendPartyLink: matterParty(),
    signImage: matterParty({ strokes }),
    signPdf: matterParty({ imageId: nobodysId, code: '123456', sha256: ['0'.repeat(64)] }),
    disputeMatter: matter({ reason: 'not what was said' }),
    payMatter: matter({ way: 'funds' }),
  },
  netcourt: {
    netcourt: attestation('queuing', (id) => ({ id })),
    netcourtFile: attestation('queuing', (id) => ({ id })),
    submitToCourt: attestation('queuing', (id) => ({ id })),
  },
  orders: {
    order: order(),
    payOrder: order({ way: 'balance' }),
    openPayment: payment,
    checkOrder: order(),
    closeOrder: order(),
  },
  enforcer: {
    bindDevice: bindingCode,
    unbindDevice: device,
    recording: recording('ended'),
    deleteRecording: recording('ended'),
    closeRecording: recording('open'),
    payRecording: recording('ended'),
  },
  exports: { discardExport: dataExport, exportFile: dataExport },
  costCenter: {
    package: inserted(
      `insert into package (account_id, subject, kind, name_zh, name_en, price_cents, login_id, bought_at, expires_at)
       select account, gen_random_uuid()::text, 'evidence', '', '', 1, login, now, now + interval '1 day' from o`,
      'account',
      (packageId) => ({ packageId }),
    ),
  },
  certification: {
    beginPersonal: sides,
    removeEnterpriseDocument: upload('licence', (fileId) => ({ fileId })),
  },
  invoices: {
    header: invoiceHeader(),
    editHeader: invoiceHeader(person),
    deleteHeader: invoiceHeader(),
    apply: invoiceable,
    info: invoice('issued'),
    reapply: invoice('applied'),
    withdraw: invoice('applied'),
    pdf: invoice('issued'),
  },
  members: {
    withdraw: invitation('somebody'),
    accept: invitation('owner'),
    decline: invitation('owner'),
    leave: seat,
    setMemberPassword: member({ password: 'carry-the-lantern-home' }),
    editMember: member({ name: '李四' }),
    disableMember: member(),
    enableMember: member(),
    removeMember: member(),
    changeMemberPhone: member({ phone: '13700000000', code: '000000' }),
    offerHandover: member(),
    switchTo: seat,
  },
  reservations: {
    sessionSlots: matter(),
    bookSession: matter({ startsAt: '2026-12-01T01:00:00.000Z', way: 'in-person' }),
    releaseSession: matter({ reason: 'not needed' }),
    sessionCalendar: matter(),
  },
  messages: { deleteNews: message(), readNews: message(), restoreNews: message('now') },
  signIn: {
    renameFactor: factor({ name: 'mine' }),
    removeFactor: factor(),
    endSession: inserted(
      `insert into session (token_sha256, login_id, person_id, kind, address, user_agent, expires_at)
       select sha256(gen_random_uuid()::text::bytea), login, login, 'session', '', '', now + interval '1 day' from o`,
      'person',
      (id) => ({ id }),
    ),
    unbindThirdAccount: inserted(
      `insert into third_account (person_id, provider, subject, bound_at) select login, 'work', login::text, now from o`,
      'person',
      (id) => ({ id }),
    ),
  },
  proof: {
    issueCode: attestation('queuing', (ano) => ({ ano, label: 'court' })),
    checkCodes: attestation('queuing'),
    revokeCode: checkCode,
    showOnProof: attestation('queuing', (ano) => ({ ano, shows: ['picture'] })),
  },
  reports: {
    ownReport: report('open'),
    replyToReport: report('answered', { text: 'it still fails' }),
    closeReport: report('open'),
  },
  uploads: { upload: picture, removeUpload: picture },
};

/**
 * Calls without an owned object. `recordingSegment`, `file`, `filePreview`, `openPdf`, `addFile`, `finishUpload` and `preserveFiles` have tests
 * of their own: they need a segment with its content, a sealed attestation, one of files or digests, an upload under way, or a received file.
 */
const selfs: Record<string, string> = {
  account: `challenge sendRegisterCode sendLoginCode sendResetCode checkCode register login loginByPhone logout resetPassword
    changePassword choosePassword accountInfo rename swapToken`,
  addresses: 'addresses addAddress provinces regionsUnder regionsNamed',
  announcements: 'list all create edit publish correct withdraw',
  attestations: `preserveUrls preserveProducts cleanSheet batchSubmit uploadFile openUploads finishUpload preserveFiles preserveDigests
    fileDuplicates addFile filePreview openPdf list downloadList groupCounts fileList labels views saveView file
    live`,
  bankTransfers: `bankAccount bankTransfers consoleBankTransfers consoleBankTransfer consoleBankReceipt creditBankTransfer
    rejectBankTransfer`,
  behavior: 'behavior usage',
  notarization: 'matters usedAttestations notarizableAttestations createMatter notaryOffices matterTemplate',
  liveSessions: 'openSession sessionList',
  orders: 'rechargeOptions recharge orderPackage orders refundOrder consoleRechargeOffer changeRechargeOffer',
  certification: `certifyInfo certifyStatus changePersonal withdrawPersonal changeEnterprise withdrawEnterprise
    enterpriseCertification returnedPersonal queryPersonal identityFront identityBack
    enterpriseDocument reviewQueue reviewCase reviewImage approveCertification refuseCertification revokeCertification`,
  chain: 'chainInfo',
  closing: 'closing askClosing undoClosing',
  console: `staffLogin staffEnrol staffEnrolled staffLoginCode staffLogout staffMe proveStaff changeStaffPassword
    beginStaffFactor confirmStaffFactor consoleCaptures consoleOverview`,
  consoleNotarization: `queuedMatters notaryMatter notaryMatterFile notaryMatterMaterial verifyMatterEvidence
    acceptMatter requestCorrection declineMatter
    rejectMatter terminateMatter suspendMatter resumeMatter assignMatter waiveFee identifyParty confirmIdentities repeatSteps saveQuestions startSession endSession amendMatter reopenSession issueDeed
    ownOffice templates templateVersions saveTemplate previewTemplate offices createOffice changeOffice assignNotary`,
  consoleReservations: 'sessionHours saveSessionHours officeSessions moveMatterSession missSession',
  reservations: 'reservations',
  consoleOrders: 'consoleOrders consoleOrder consolePayments paymentIssues reviewPaymentIssue ledgerSummary',
  consolePhoneSigning: 'partyEvidence partyEvidenceFile recordPlayback',
  costCenter:
    'statements statement statementPdf statementSheet costCenter entries exportEntries spending setLowBalance packages buyNotarizeList',
  courtApplications: 'courtApplications putForward',
  deeds: 'publicDeed',
  dictionary: 'dict dictByBody dictList consoleDictionary dictionaryHistory changeDictionary restoreDictionary',
  enforcer: `bindingCode deviceList recordingList recordingSegment announceDevice deviceStatus announceSegments uploadSegment`,
  exports: 'dataExport askExport',
  home: 'accountHome',
  invoices: `headers addHeader invoiceableOrders list mailedPdf consoleInvoices consoleInvoice consolePdf attachFile issue
    reject redFlush`,
  members: `findByPhone invitedList invite invitationsToMe sendMemberCode createMember memberList auditList sendPhoneCode
    bindPhone identities handover withdrawHandover acceptHandover declineHandover`,
  messages: `news countNews notificationSettings setNotification setNotificationLanguage sendEmailCode setEmail
    removeEmail`,
  phoneSigning: `sendPartyCode partySignIn partySignOut partyMatter consent decline cardPicture ownCardPicture submitCard beginVideo
    showDigit sendVideo partyQuestions answerQuestion finishQuestions documentText partyFile recordReading storePartyHandwriting
    sendPartySigningCode signPartyDocuments`,
  people: 'findPeople lookAtAccount barAccount unbarAccount barLogin unbarLogin readTrail',
  money: `quote currentPrices basePrices tradePrice basePrice consolePrices consolePriceList savePriceDraft discardPriceDraft
    publishPrices`,
  recovery: `recoveryAbout sendRecoveryCode askRecovery ownRecovery stopRecovery recoveries recoveryCase approveRecovery
    refuseRecovery`,
  proof: 'proof openProof collect reportVerification sampleProof sampleBundle',
  reports: 'reportProblem ownReports consoleReports consoleReport answerReport dismissReport',
  signIn: `ways secondStep passkeyOptions loginByPasskey factors sendConfirmCode confirm confirmByPasskey newTotp addTotp
    newPasskey addPasskey newRecoveryCodes sessions endOtherSessions appId appStatus appScan appApprove appRefuse thirdBegin
    loginByThirdAccount bindings bindThirdAccount rebindThirdAccount registerByPartner`,
  staff: 'listStaff createStaff resetStaff disableStaff enableStaff',
  uploads: 'uploadFile uploadImage ownUploads',
  verification: 'queryByFile queryByHolder queryByCertificate hashFile',
};

/** Undefined for a call that has no row yet. */
export function rowOf({ feature, name }: { feature: string; name: string }): Row | undefined {
  return things[feature]?.[name] ?? (selfs[feature]?.split(/\s+/).includes(name) ? 'self' : undefined);
}
