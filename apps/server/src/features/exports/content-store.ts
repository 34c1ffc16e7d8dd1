import { defaultChannels, eventWords, messageKinds, sentenceIn } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import type { exportFiles } from './words.ts';

type Row = Record<string, unknown>;

/** The rows of each file of an export, oldest first. Only reads: each table belongs to its own feature. */
export async function exportedRows(
  db: Client,
  { accountId, personId, publicUrl }: { accountId: string; personId: string; publicUrl: string },
): Promise<Record<keyof typeof exportFiles, Row[]>> {
  const find = async (text: string, ...values: string[]): Promise<Row[]> => (await db.query(text, values)).rows;
  const notificationSettings = async (): Promise<Row[]> => {
    const rows = await find('select kind, mail, text from notification_setting where login_id = $1', personId);
    return messageKinds.map((kind) => rows.find((row) => row.kind === kind) ?? { kind, ...defaultChannels });
  };
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
    'invoice-headers': await find(
      `select kind, title, tax_number as "taxNumber", bank_name as "bankName", bank_account as "bankAccount", address, phone,
         is_default as "isDefault", created_at as "createdAt"
       from invoice_header where account_id = $1 order by created_at, id`,
      accountId,
    ),
    'bank-transfers': await find(
      `select t.state, t.amount_cents::float8 as "amountCents", t.payer_name as "payerName",
         t.transferred_on::text as "transferredOn", t.note, t.remark_code as "remarkCode", t.reported_at as "reportedAt",
         t.decided_at as "decidedAt", t.reason, t.reference, o.no as "orderNo"
       from bank_transfer t left join order_ o on o.id = t.order_id where t.account_id = $1 order by t.id`,
      accountId,
    ),
    matters: await find(
      `select m.no, m.kind, m.state, f.name as office,
         (select json_agg(json_build_object('role', p.role, 'name', p.name, 'phone', p.phone) order by p.place)
          from matter_party p where p.matter_id = m.id) as parties,
         m.fee_cents::float8 as "feeCents", m.deed_no as "deedNo", m.reason, m.created_at as "createdAt",
         m.submitted_at as "submittedAt", m.ended_at as "endedAt"
       from matter m left join notary_office f on f.id = m.office_id where m.account_id = $1 order by m.created_at, m.id`,
      accountId,
    ),
    members: await find(
      `select l.name, coalesce(l.phone, p.phone) as phone, l.login_name as "loginName", l.permissions, l.scope,
         l.spending_limit_cents::float8 as "spendingLimitCents", l.state, l.created_at as "createdAt"
       from login l left join login p on p.id = l.seat_of where l.account_id = $1 and l.id <> $2
       order by l.created_at, l.id`,
      accountId,
      personId,
    ),
    reports: await find(
      `select e.at, r.id as report, r.state, r.ano, r.page,
         case when e.staff_id is null then 'reporter' else 'platform' end as author, e.text
       from problem_report r join problem_report_entry e on e.report_id = r.id where r.login_id = $1 order by e.id`,
      personId,
    ),
    'notification-settings': await notificationSettings(),
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

/** Attestations that have a bundle, oldest first. */
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
