import type { Service } from '@proofkeep/contract';
import type { Client } from '../../database/database.ts';

export interface UnitPrice {
  version: number;
  unitCents: number;
}

/** The price of one where so many are taken at once, by the list that is in force. */
export async function unitPriceOf(db: Client, service: Service, quantity: number, now: Date): Promise<UnitPrice> {
  const { rows } = await db.query<UnitPrice>(
    `select version, unit_cents as "unitCents" from price
     where version = (select version from price_list where valid_from <= $3 order by valid_from desc, version desc limit 1)
       and service = $1 and from_quantity <= $2
     order by from_quantity desc limit 1`,
    [service, quantity, now],
  );
  const [price] = rows;
  if (!price) throw new Error(`The price list in force says nothing of ${service}.`);
  return price;
}
