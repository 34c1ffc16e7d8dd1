import type { InvoiceHeader, KeptHeader } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';

const columns = `id, kind, title, tax_number as "taxNumber", bank_name as "bankName", bank_account as "bankAccount", address,
  phone, is_default as "isDefault"`;

export async function listHeaders(db: Client, accountId: string): Promise<KeptHeader[]> {
  const { rows } = await db.query<KeptHeader>(
    `select ${columns} from invoice_header where account_id = $1 order by is_default desc, id desc`,
    [accountId],
  );
  return rows;
}

export async function findHeader(db: Client, accountId: string, id: string): Promise<KeptHeader | undefined> {
  const sql = `select ${columns} from invoice_header where account_id = $1 and id = $2`;
  return (await db.query<KeptHeader>(sql, [accountId, id])).rows[0];
}

/** Locks the account's headers, so that concurrent changes leave exactly one default header. */
export async function lockHeaders(db: Client, accountId: string): Promise<{ count: number }> {
  await db.query(`select pg_advisory_xact_lock(hashtextextended('invoice-headers:' || $1, 0))`, [accountId]);
  const { rows } = await db.query<{ count: number }>(
    'select count(*)::int as count from invoice_header where account_id = $1',
    [accountId],
  );
  return { count: rows[0]?.count ?? 0 };
}

const valuesOf = ({ kind, title, taxNumber, bankName, bankAccount, address, phone }: InvoiceHeader) => [
  kind,
  title,
  taxNumber,
  bankName,
  bankAccount,
  address,
  phone,
];

export async function insertHeader(db: Client, accountId: string, header: InvoiceHeader): Promise<string> {
  const { rows } = await db.query<{ id: string }>(
    `insert into invoice_header (account_id, kind, title, tax_number, bank_name, bank_account, address, phone)
     values ($1, $2, $3, $4, $5, $6, $7, $8) returning id`,
    [accountId, ...valuesOf(header)],
  );
  return rows[0]?.id ?? '';
}

/** @returns false if the account has no such header */
export async function updateHeader(db: Client, accountId: string, id: string, header: InvoiceHeader): Promise<boolean> {
  const { rowCount } = await db.query(
    `update invoice_header set kind = $3, title = $4, tax_number = $5, bank_name = $6, bank_account = $7, address = $8,
       phone = $9 where account_id = $1 and id = $2`,
    [accountId, id, ...valuesOf(header)],
  );
  return rowCount === 1;
}

/** Makes a header the default, replacing the previous one. */
export async function makeDefault(db: Client, accountId: string, id: string): Promise<void> {
  await db.query('update invoice_header set is_default = false where account_id = $1 and is_default and id <> $2', [
    accountId,
    id,
  ]);
  await db.query('update invoice_header set is_default = true where account_id = $1 and id = $2', [accountId, id]);
}

/** Undefined if the account has no such header. */
export async function deleteHeader(db: Client, accountId: string, id: string): Promise<KeptHeader | undefined> {
  const sql = `delete from invoice_header where account_id = $1 and id = $2 returning ${columns}`;
  return (await db.query<KeptHeader>(sql, [accountId, id])).rows[0];
}
