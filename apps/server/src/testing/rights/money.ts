import { newOrderNo } from '../../kit/order-numbers.ts';
import { picture } from './people.ts';
import { inserted, type ThingRow, unknownId } from './row.ts';

/** A reported bank transfer with its receipt in the store. */
export const bankTransfer: ThingRow = {
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
  unknown: unknownId,
};

/** An unpaid recharge order. */
export const order = (more: Record<string, unknown> = {}): ThingRow => ({
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

export const payment: ThingRow = {
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
  unknown: unknownId,
};

export const person = { kind: 'personal', title: '王芳' };

export const invoiceHeader = (more: Record<string, unknown> = {}) =>
  inserted(
    `insert into invoice_header (account_id, kind, title) select account, 'personal', '王芳' from o`,
    'account',
    (id) => ({ id, ...more }),
  );

export const invoice = (state: 'applied' | 'issued') =>
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
export const invoiceable: ThingRow = {
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
  unknown: `${newOrderNo(new Date())} ${unknownId}`,
};
