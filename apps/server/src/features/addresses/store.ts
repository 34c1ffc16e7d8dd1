import type { Client } from '../../database/client.ts';
import type { Place } from './regions.ts';

export interface AddressFields extends Place {
  recipient: string;
  phone: string;
  detail: string;
}

export interface AddressRow extends AddressFields {
  id: string;
  isDefault: boolean;
}

const columns = 'id, recipient, phone, province, city, district, detail, is_default as "isDefault"';

export async function listAddresses(db: Client, accountId: string): Promise<AddressRow[]> {
  const { rows } = await db.query<AddressRow & object>(
    `select ${columns} from address where account_id = $1 order by is_default desc, id desc`,
    [accountId],
  );
  return rows;
}

export async function findAddress(db: Client, accountId: string, id: string): Promise<AddressRow | undefined> {
  const sql = `select ${columns} from address where account_id = $1 and id = $2`;
  return (await db.query<AddressRow & object>(sql, [accountId, id])).rows[0];
}

/** Locks the account's address book, so that concurrent changes leave exactly one default address. */
export async function lockBook(db: Client, accountId: string): Promise<{ count: number }> {
  await db.query(`select pg_advisory_xact_lock(hashtextextended('addresses:' || $1, 0))`, [accountId]);
  const { rows } = await db.query<{ count: number }>(
    'select count(*)::int as count from address where account_id = $1',
    [accountId],
  );
  return { count: rows[0]?.count ?? 0 };
}

const valuesOf = ({ recipient, phone, province, city, district, detail }: AddressFields) => [
  recipient,
  phone,
  province,
  city,
  district,
  detail,
];

export async function insertAddress(db: Client, accountId: string, fields: AddressFields): Promise<string> {
  const { rows } = await db.query<{ id: string }>(
    `insert into address (account_id, recipient, phone, province, city, district, detail)
     values ($1, $2, $3, $4, $5, $6, $7) returning id`,
    [accountId, ...valuesOf(fields)],
  );
  return rows[0]?.id ?? '';
}

/** @returns false if the account has no such address */
export async function updateAddress(
  db: Client,
  accountId: string,
  id: string,
  fields: AddressFields,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update address set recipient = $3, phone = $4, province = $5, city = $6, district = $7, detail = $8
     where account_id = $1 and id = $2`,
    [accountId, id, ...valuesOf(fields)],
  );
  return rowCount === 1;
}

/** Makes an address the default in place of the previous one. */
export async function makeDefault(db: Client, accountId: string, id: string): Promise<void> {
  await db.query('update address set is_default = false where account_id = $1 and is_default and id <> $2', [
    accountId,
    id,
  ]);
  await db.query('update address set is_default = true where account_id = $1 and id = $2', [accountId, id]);
}

/** Undefined if the account has no such address. */
export async function deleteAddress(db: Client, accountId: string, id: string): Promise<AddressRow | undefined> {
  const sql = `delete from address where account_id = $1 and id = $2 returning ${columns}`;
  return (await db.query<AddressRow & object>(sql, [accountId, id])).rows[0];
}

export async function deleteBook(db: Client, accountId: string): Promise<void> {
  await db.query('delete from address where account_id = $1', [accountId]);
}
