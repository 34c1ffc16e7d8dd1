import type { InputOf, peopleCalls, StaffRole, TrailEvent } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import { Conditions } from '../../database/conditions.ts';

type Asked = InputOf<typeof peopleCalls.readTrail>;

interface Row {
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

/** The latest first, from before the cursor on; one more than asked for tells that there are others. */
export async function readTrail(db: Client, o: Asked): Promise<{ list: TrailEvent[]; nextCursor: string | null }> {
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
  const found = rows as unknown as Row[];
  const list = found.slice(0, o.size).map(eventOf);
  return { list, nextCursor: found.length > o.size ? (list.at(-1)?.id ?? null) : null };
}

const conditionsOf = (o: Asked): Conditions =>
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

function eventOf(row: Row): TrailEvent {
  const { id, at, event, accountId, accountName, address, traceId, subject } = row;
  // What one of the console did to a login: the login did nothing itself.
  const about: TrailEvent['subject'] = row.staffId && row.loginName ? { login: row.loginName } : {};
  return {
    id: String(id),
    at: at.toISOString(),
    event,
    by: whoDid(row),
    accountId,
    accountName,
    address,
    traceId,
    subject: { ...subject, ...about },
  };
}

function whoDid(row: Row): TrailEvent['by'] {
  if (row.staffId)
    return { kind: 'staff', id: row.staffId, name: row.staffName ?? '', role: row.staffRole, actingAs: null };
  if (!row.personId) return null;
  const actingAs = row.loginId === row.personId ? null : row.loginName;
  return { kind: 'login', id: row.personId, name: row.personName ?? '', role: null, actingAs };
}
