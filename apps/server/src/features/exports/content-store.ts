import { eventWords, sentenceIn } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import type { exportFiles } from './words.ts';

type Row = Record<string, unknown>;

/** The rows of each file of an export, the oldest first. Only reads: each table belongs to its own feature. */
export async function exportedRows(
  db: Client,
  { accountId, personId, publicUrl }: { accountId: string; personId: string; publicUrl: string },
): Promise<Record<keyof typeof exportFiles, Row[]>> {
  const find = async (text: string, ...values: string[]): Promise<Row[]> => (await db.query(text, values)).rows;
  return {
    profile: await find(
      `select a.id as "accountId", a.name as "accountName", l.name, l.phone, l.email, l.language,
         l.created_at as "registeredAt", a.agreement_version as "agreementVersion"
       from login l join account a on a.id = l.account_id where l.id = $1`,
      personId,
    ),
    certifications: await find(
      `select kind, masked_name as name, state, submitted_at as "submittedAt", decided_at as "decidedAt", reason
       from certification where (kind = 'personal' and person_id = $1) or (kind = 'enterprise' and account_id = $2)
       order by submitted_at, id`,
      personId,
      accountId,
    ),
    attestations: await find(
      `select ano, kind, state, url, name, title, remark, labels, created_at as "createdAt", captured_at as "capturedAt",
         sealed_at as "sealedAt", retained_until as "retainedUntil", $2 || '/attestation/detail/' || ano as link
       from attestation where account_id = $1 order by created_at, ano`,
      accountId,
      publicUrl,
    ),
    orders: await find(
      `select no, kind, state, amount_cents::float8 as "amountCents", created_at as "createdAt", paid_at as "paidAt"
       from order_ where account_id = $1 order by created_at, id`,
      accountId,
    ),
    ledger: await find(
      `select t.at, t.kind, t.subject, case when t.to_account = a.id then t.cents else -t.cents end::float8 as cents,
         case when t.to_account = a.id then t.to_balance_cents else t.from_balance_cents end::float8 as "balanceCents"
       from ledger_account a join ledger_transfer t on a.id in (t.from_account, t.to_account)
       where a.account_id = $1 and a.kind = 'balance' order by t.id`,
      accountId,
    ),
    invoices: await find(
      `select no, kind, state, amount_cents::float8 as "amountCents", header, applied_at as "appliedAt"
       from invoice where account_id = $1 order by applied_at, id`,
      accountId,
    ),
    addresses: await find(
      `select recipient, phone, province, city, district, detail from address where account_id = $1 order by created_at, id`,
      accountId,
    ),
    messages: (
      await find(
        `select created_at as at, kind, message, read_at as "readAt" from message
         where login_id = $1 and deleted_at is null order by created_at, id`,
        personId,
      )
    ).map(({ message, ...row }) => ({
      ...row,
      zh: sentenceIn(message as never, 'zh'),
      en: sentenceIn(message as never, 'en'),
    })),
    activity: (
      await find(
        `select at, event, address from audit where person_id = $1 or (person_id is null and login_id = $1) order by id`,
        personId,
      )
    ).map((row) => {
      const [zh, en] = eventWords[String(row.event)] ?? [row.event, row.event];
      return { ...row, zh, en };
    }),
  };
}

export interface CertifiedRow {
  ano: string;
  certifiedPlace: string;
}

/** Attestations that have a bundle, the oldest first. */
export async function findCertified(db: Client, accountId: string): Promise<CertifiedRow[]> {
  const { rows } = await db.query<CertifiedRow & object>(
    `select ano, certified_place as "certifiedPlace" from attestation
     where account_id = $1 and state = 'succeeded' and certified_place is not null order by created_at, ano`,
    [accountId],
  );
  return rows;
}

export async function countBundles(db: Client, accountId: string): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::int as count from attestation
     where account_id = $1 and state = 'succeeded' and certified_place is not null`,
    [accountId],
  );
  return rows[0]?.count ?? 0;
}
