import type { NotaryOffice, OfficeForm } from '@proofkeep/contract';
import type { Client } from '../../../database/client.ts';

export interface OfficeRow extends OfficeForm, Record<string, unknown> {
  id: string;
  isOpen: boolean;
}

const columns = `o.id, o.name, o.address, o.phone, o.number_prefix as "numberPrefix", o.is_open as "isOpen"`;

export async function findOffice(db: Client, id: string): Promise<OfficeRow | undefined> {
  const { rows } = await db.query<OfficeRow>(`select ${columns} from notary_office o where o.id = $1`, [id]);
  return rows[0];
}

/** The office of a notary; undefined if they have none or are disabled. */
export async function findOfficeOf(db: Client, staffId: string): Promise<OfficeRow | undefined> {
  const { rows } = await db.query<OfficeRow>(
    `select ${columns} from notary_office o join office_notary n on n.office_id = o.id
     join staff s on s.id = n.staff_id where n.staff_id = $1 and s.disabled_at is null`,
    [staffId],
  );
  return rows[0];
}

type Listed = OfficeRow & Pick<NotaryOffice, 'notaries'>;

/** @param onlyOpen leaves out offices that accept no new matters */
export async function listOffices(db: Client, { onlyOpen }: { onlyOpen: boolean }): Promise<Listed[]> {
  const { rows } = await db.query<Listed>(
    `select ${columns}, coalesce((
       select json_agg(json_build_object('id', s.id, 'name', s.name, 'licenceNo', n.licence_no) order by s.name, s.id)
       from office_notary n join staff s on s.id = n.staff_id
       where n.office_id = o.id and s.disabled_at is null and s.role = 'notary'), '[]') as notaries
     from notary_office o where o.is_open or not $1 order by o.name`,
    [onlyOpen],
  );
  return rows;
}

/** The notaries of an office who can sign in. */
export async function findNotariesOf(
  db: Client,
  officeId: string,
): Promise<{ id: string; name: string; licenceNo: string }[]> {
  const { rows } = await db.query<{ id: string; name: string; licenceNo: string }>(
    `select s.id, s.name, n.licence_no as "licenceNo" from office_notary n join staff s on s.id = n.staff_id
     where n.office_id = $1 and s.disabled_at is null and s.role = 'notary' order by s.name, s.id`,
    [officeId],
  );
  return rows;
}

/** @returns its id; undefined if the name or the prefix is taken */
export async function insertOffice(db: Client, o: OfficeForm & { now: Date }): Promise<string | undefined> {
  const { rows } = await db.query<{ id: string }>(
    `insert into notary_office (name, address, phone, number_prefix, created_at) values ($1, $2, $3, $4, $5)
     on conflict do nothing returning id`,
    [o.name, o.address, o.phone, o.numberPrefix, o.now],
  );
  return rows[0]?.id;
}

/** @returns `taken` if another office has the name or prefix, `missing` if the office doesn't exist */
export async function updateOffice(
  db: Client,
  o: OfficeForm & { id: string; isOpen: boolean },
): Promise<'changed' | 'taken' | 'missing'> {
  const taken = await db.query('select from notary_office where id <> $1 and (name = $2 or number_prefix = $3)', [
    o.id,
    o.name,
    o.numberPrefix,
  ]);
  if (taken.rows.length > 0) return 'taken';
  const { rowCount } = await db.query(
    `update notary_office set name = $2, address = $3, phone = $4, number_prefix = $5, is_open = $6 where id = $1`,
    [o.id, o.name, o.address, o.phone, o.numberPrefix, o.isOpen],
  );
  return rowCount === 1 ? 'changed' : 'missing';
}

/**
 * Assigns a notary to an office, replacing an earlier assignment. @returns false if the office or notary doesn't exist
 */
export async function upsertNotary(
  db: Client,
  o: { officeId: string; staffId: string; licenceNo: string },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into office_notary (staff_id, office_id, licence_no)
     select s.id, o.id, $3 from staff s, notary_office o where s.id = $2 and s.role = 'notary' and o.id = $1
     on conflict (staff_id) do update set office_id = excluded.office_id, licence_no = excluded.licence_no`,
    [o.officeId, o.staffId, o.licenceNo],
  );
  return rowCount === 1;
}

/** Name and licence of a notary. */
export async function findNotary(
  db: Client,
  staffId: string,
): Promise<{ name: string; officeId: string; licenceNo: string; isActive: boolean } | undefined> {
  const { rows } = await db.query<{ name: string; officeId: string; licenceNo: string; isActive: boolean }>(
    `select s.name, n.office_id as "officeId", n.licence_no as "licenceNo", s.disabled_at is null as "isActive"
     from office_notary n join staff s on s.id = n.staff_id where n.staff_id = $1`,
    [staffId],
  );
  return rows[0];
}

/** Takes the year's next deed number. Concurrent issues wait for each other. */
export async function takeDeedNumber(db: Client, officeId: string, year: number): Promise<number> {
  const { rows } = await db.query<{ last: number }>(
    `insert into deed_number as d (office_id, year, last) values ($1, $2, 1)
     on conflict (office_id, year) do update set last = d.last + 1 returning last`,
    [officeId, year],
  );
  return rows[0]?.last ?? 0;
}
