import type { InputOf, peopleCalls, StaffRole, TrailEvent } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import { Conditions } from '../../database/conditions.ts';

type TrailQuery = InputOf<typeof peopleCalls.readTrail>;

export interface TrailRow {
  id: string;
  at: Date;
  event: string;
  loginId: string | null;
  loginName: string | null;
  personId: string | null;
  personName: string | null;
  staffId: string | null;
  staffName: string | null;
  staffRole: StaffRole | null;
  accountId: string | null;
  accountName: string | null;
  address: string;
  traceId: string;
  subject: TrailEvent['subject'];
}

/** Reads a page of the audit trail before the cursor, latest first, plus one more row if there is one. */
export async function listTrail(db: Client, o: TrailQuery): Promise<TrailRow[]> {
  const conditions = conditionsOf(o);
  const { rows } = await db.query(
    `select e.id, e.at, e.event, e.address, e.trace_id as "traceId", e.subject,
       e.login_id as "loginId", l.name as "loginName", e.person_id as "personId", p.name as "personName",
       e.staff_id as "staffId", s.name as "staffName", s.role as "staffRole",
       e.account_id as "accountId", a.name as "accountName"
     from audit e left join login l on l.id = e.login_id left join login p on p.id = e.person_id
       left join staff s on s.id = e.staff_id left join account a on a.id = e.account_id
     where ${conditions} order by e.id desc limit ${o.size + 1}`,
    conditions.values,
  );
  return rows as unknown as TrailRow[];
}

const conditionsOf = (o: TrailQuery): Conditions =>
  new Conditions()
    .add('e.account_id = $', o.accountId)
    .add('(e.login_id = $ or e.person_id = $)', o.loginId)
    .add('e.staff_id = $', o.staffId)
    .add(o.event?.includes('.') ? 'e.event = $' : `e.event like $ || '.%'`, o.event || undefined)
    .add('e.address = $', o.address || undefined)
    .add('e.trace_id = $', o.traceId || undefined)
    .add('e.at >= $', o.since)
    .add('e.at < $', o.until)
    .add('e.id < $::bigint', o.cursor);
