import type { PriceContent, PriceDraft, PriceVersion, Service } from '@proofkeep/contract';
import type { Client } from '../../../database/client.ts';
import { type TierRow, versionInForce } from './store.ts';

interface VersionRow extends Omit<PriceVersion, 'validFrom'> {
  validFrom: Date;
}

const versionColumns = `l.version, l.valid_from as "validFrom", l.note, s.name as by,
  case when l.valid_from > $1 then 'coming' when l.version = ${versionInForce('$1')} then 'present' else 'past' end as state`;
const versionOf = (row: VersionRow): PriceVersion => ({ ...row, validFrom: row.validFrom.toISOString() });

export async function priceVersions(db: Client, now: Date, most: number): Promise<PriceVersion[]> {
  const { rows } = await db.query(
    `select ${versionColumns} from price_list l left join staff s on s.id = l.staff_id order by l.version desc limit $2`,
    [now, most],
  );
  return (rows as unknown as VersionRow[]).map(versionOf);
}

export async function findPriceVersion(db: Client, version: number, now: Date): Promise<PriceVersion | undefined> {
  const { rows } = await db.query(
    `select ${versionColumns} from price_list l left join staff s on s.id = l.staff_id where l.version = $2`,
    [now, version],
  );
  return (rows as unknown as VersionRow[]).map(versionOf)[0];
}

/** The tiers of one service in the current list and all earlier ones, newest first. */
export async function pastTiersOf(
  db: Client,
  service: Service,
  now: Date,
  most: number,
): Promise<(TierRow & { validFrom: Date })[]> {
  const { rows } = await db.query(
    `select p.version, l.valid_from as "validFrom", p.service, p.from_quantity as "fromQuantity", p.unit_cents as "unitCents"
     from (select * from price_list where valid_from <= $2 order by valid_from desc, version desc limit $3) l
     join price p on p.version = l.version where p.service = $1
     order by l.valid_from desc, l.version desc, p.from_quantity`,
    [service, now, most],
  );
  return rows as unknown as (TierRow & { validFrom: Date })[];
}

export async function findDraft(db: Client): Promise<PriceDraft | null> {
  const { rows } = await db.query(
    `select d.revision::float8 as revision, d.content, d.note, s.name as by, d.saved_at as "savedAt"
     from price_draft d join staff s on s.id = d.staff_id`,
  );
  const [row] = rows as unknown as (Omit<PriceDraft, 'savedAt'> & { savedAt: Date })[];
  return row ? { ...row, savedAt: row.savedAt.toISOString() } : null;
}

/** Replaces the edited revision; revision 0 means no draft. @returns false if the draft changed meanwhile */
export async function putDraft(
  db: Client,
  o: { revision: number; content: PriceContent; note: string; staffId: string; now: Date },
): Promise<boolean> {
  const values = [JSON.stringify(o.content), o.note, o.staffId, o.now];
  const { rowCount } =
    o.revision === 0
      ? await db.query(
          `insert into price_draft (revision, content, note, staff_id, saved_at)
           values (nextval('price_draft_revision'), $1, $2, $3, $4) on conflict do nothing`,
          values,
        )
      : await db.query(
          `update price_draft set revision = nextval('price_draft_revision'), content = $1, note = $2, staff_id = $3,
             saved_at = $4 where revision = $5`,
          [...values, o.revision],
        );
  return rowCount === 1;
}

/** Deletes the draft and returns it; undefined if it changed meanwhile. */
export async function takeDraft(
  db: Client,
  revision: number,
): Promise<{ content: PriceContent; note: string } | undefined> {
  const { rows } = await db.query('delete from price_draft where revision = $1 returning content, note', [revision]);
  return rows[0] as unknown as { content: PriceContent; note: string } | undefined;
}

/** @returns the version */
export async function insertPriceList(
  db: Client,
  o: { content: PriceContent; note: string; staffId: string; validFrom: Date },
): Promise<number> {
  const { rows } = await db.query<{ version: number }>(
    'insert into price_list (valid_from, staff_id, note) values ($1, $2, $3) returning version',
    [o.validFrom, o.staffId, o.note],
  );
  const version = rows[0]?.version ?? 0;
  const prices = o.content.prices.flatMap(({ service, tiers }) => tiers.map((tier) => ({ service, ...tier })));
  await db.query(
    `insert into price (version, service, from_quantity, unit_cents)
     select $1, service, "fromQuantity", "unitCents"
     from jsonb_to_recordset($2) as p (service text, "fromQuantity" int, "unitCents" int)`,
    [version, JSON.stringify(prices)],
  );
  const products = o.content.packages.map(({ name, quotas, ...rest }) => ({
    ...rest,
    ...name,
    quotas: Object.fromEntries(quotas.map(({ service, quantity }) => [service, quantity])),
  }));
  await db.query(
    `insert into package_product (version, code, kind, name_zh, name_en, price_cents, valid_days, quotas)
     select $1, code, kind, zh, en, "priceCents", "validDays", quotas from jsonb_to_recordset($2)
       as p (code text, kind text, zh text, en text, "priceCents" int, "validDays" int, quotas jsonb)`,
    [version, JSON.stringify(products)],
  );
  return version;
}
