import type { AttestationKind, AttestationState, Chosen } from '@proofkeep/contract';
import type { Client } from '../../../database/client.ts';

interface Names {
  account: string;
  holderId: string;
  person: string;
  login: string;
}

/** The names stated in a manifest: of the account, its holder, the acting person and the login. */
export async function findNames(
  db: Client,
  { loginId, personId }: { loginId: string; personId: string },
): Promise<Names> {
  const { rows } = await db.query<Names & object>(
    `select a.name as account, h.id as "holderId", p.name as person, l.name as login
     from login l join account a on a.id = l.account_id join login h on h.account_id = a.id and h.role = 'main'
     join login p on p.id = $2
     where l.id = $1`,
    [loginId, personId],
  );
  const [names] = rows;
  if (!names) throw new Error(`Login ${loginId} has no account, or the account no holder.`);
  return names;
}

interface OrderedRow {
  ano: string;
  url: string;
  state: AttestationState;
  batchId: string | null;
  chosen: Chosen;
}

/** The attestations of an order, as ordered, and the options they share. */
export async function listOrdered(db: Client, orderId: string): Promise<OrderedRow[]> {
  const { rows } = await db.query<OrderedRow & object>(
    `select ano, coalesce(nullif(url, ''), nullif(name, ''), title) as url, state, submission_id as "batchId",
       json_build_object('labels', labels, 'remark', remark, 'dismissConsent', job -> 'dismissConsent',
       'acceptInvalidTls', job ->> 'tls' = 'record-invalid', 'autoConfirm', auto_confirm,
       'device', coalesce(job ->> 'device', 'desktop'), 'locale', coalesce(job ->> 'locale', 'zh-CN'), 'timezone', coalesce(job ->> 'timezone', 'Asia/Shanghai'),
       'waitForText', coalesce(job ->> 'waitForText', ''), 'allDensities', coalesce((job ->> 'allDensities')::boolean, false),
       'secondVantage', exists (select from second_record s where s.ano = attestation.ano)) as chosen
     from attestation where order_id = $1 order by created_at`,
    [orderId],
  );
  return rows;
}

/**
 * Locks the attestations that wait for an order until the transaction ends, with the number of units charged for each.
 */
export async function lockUnpaid(
  db: Client,
  orderId: string,
): Promise<{ ano: string; kind: AttestationKind; units: number }[]> {
  const { rows } = await db.query<{ ano: string; kind: AttestationKind; units: number }>(
    `select ano, kind, coalesce(minutes, file_count,
       1 + (select count(*)::int from second_record s where s.ano = attestation.ano)) as units
     from attestation where order_id = $1 and state = 'unpaid' order by ano for update`,
    [orderId],
  );
  return rows;
}
