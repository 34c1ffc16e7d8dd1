import type { RefusalCode } from '@proofkeep/contract';
import type { Login, TestService } from '../service.ts';

/** A call on an object with an owner. */
export interface ThingRow {
  /** Creates the object. @returns its number or id */
  make(service: TestService, owner: Login): Promise<string>;
  /** The call's input for this object. */
  input(id: string): Record<string, unknown>;
  /** `account`: any member with the permission; `person`: only its owner. */
  of: 'account' | 'person';
  /** An id that doesn't exist. */
  unknown: string;
  /** The refusal for callers without access; default NOT_FOUND. */
  refusal?: RefusalCode;
  /** Set for an attestation: members with scope own see only theirs. */
  isEvidence?: true;
  /** For calls that omit the object instead of refusing: whether it is omitted. */
  isLeftOut?(data: unknown): boolean;
}

/** `self`: concerns only the caller, is public, or belongs to the console, which sees everything. */
export type Row = 'self' | ThingRow;

export const unknownId = '00000000-0000-7000-8000-000000000000';

export const isEmpty = (data: unknown) => (data as { list: unknown[] }).list.length === 0;

/** Inserts a row with an SQL statement that finds the owner's login, account and the time in `o`. */
export const inserted = (sql: string, of: ThingRow['of'], input: ThingRow['input']): ThingRow => ({
  async make({ database, now }, { loginId, accountId }) {
    const { rows } = await database.pool.query<{ id: string }>(
      `with o as (select $1::uuid as login, $2::uuid as account, $3::timestamptz as now) ${sql} returning id`,
      [loginId, accountId, now],
    );
    return rows[0]?.id ?? '';
  },
  input,
  of,
  unknown: unknownId,
});
