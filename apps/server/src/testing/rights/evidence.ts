import type { SegmentHeader } from '@proofkeep/bundle';
import { type AttestationState, type DeviceRecordingState, enforcerCalls } from '@proofkeep/contract';
import { inserted, type ThingRow, unknownId } from './row.ts';

export const attestation = (
  state: AttestationState,
  input = (ano: string): Record<string, unknown> => ({ ano }),
): ThingRow => ({
  make: (service, owner) => service.given.attestation(owner, { state }),
  input,
  of: 'account',
  isEvidence: true,
  unknown: 'no-such-number',
});

export const attestations = (state: AttestationState, isLeftOut: (data: unknown) => boolean): ThingRow => ({
  ...attestation(state, (ano) => ({ anos: [ano] })),
  isLeftOut,
});

/** A live session whose attestation is in this state. */
export const session = (state: AttestationState, input?: ThingRow['input']): ThingRow => ({
  ...attestation(state, input),
  async make(service, owner) {
    const ano = await service.given.attestation(owner, { state });
    await service.database.pool.query(
      `update attestation set kind = 'live', job = jsonb_set(job::jsonb, '{session}', '{"awayMs":120000}') where ano = $1`,
      [ano],
    );
    await service.database.pool.query(`insert into live_session (ano, device, minutes) values ($1, 'desktop', 10)`, [
      ano,
    ]);
    return ano;
  },
});

/** The submission of an attestation in this state. */
export const submission = (state: AttestationState): ThingRow => ({
  ...attestation(state, (batchId) => ({ batchId })),
  async make(service, owner) {
    const ano = await service.given.attestation(owner, { state });
    const { rows } = await service.database.pool.query<{ id: string }>(
      'select submission_id as id from attestation where ano = $1',
      [ano],
    );
    return rows[0]?.id ?? '';
  },
  unknown: unknownId,
});

/** A check code of a certified attestation. */
export const checkCode: ThingRow = {
  ...attestation('succeeded'),
  async make(service, owner) {
    const ano = await service.given.attestation(owner, { state: 'succeeded' });
    const { rows } = await service.database.pool.query<{ id: string }>(
      `insert into check_code (ano, account_id, login_id, label, scope, fingerprint, most_uses, created_at, expires_at)
       values ($1, $2, $3, 'court', 'bundle', '', 1, $4, $4::timestamptz + interval '1 day') returning id`,
      [ano, owner.accountId, owner.loginId, service.now],
    );
    return rows[0]?.id ?? '';
  },
  input: (id) => ({ id }),
  unknown: unknownId,
};

/** A bound device; members with scope own see only theirs. */
export const device: ThingRow = {
  ...inserted(
    `insert into device (account_id, login_id, person_id, name, user_agent, key_id, public_key, state, announced_at, bound_at)
     select account, login, login, '巡检一号', '', sha256(gen_random_uuid()::text::bytea), '', 'bound', now, now from o`,
    'account',
    (id) => ({ id }),
  ),
  isEvidence: true,
};

/** A recording of a bound device, without a segment. */
export const recording = (state: DeviceRecordingState): ThingRow => ({
  ...device,
  async make(service, owner) {
    const { rows } = await service.database.pool.query<{ id: string }>(
      `insert into device_recording (device_id, account_id, login_id, number, state, created_at, changed_at)
       select id, account_id, login_id, gen_random_uuid(), $2, now(), now() from device where id = $1 returning id`,
      [await device.make(service, owner), state],
    );
    const id = rows[0]?.id ?? '';
    await service.database.pool.query(
      `insert into device_segment (recording_id, n, header, header_sha256, signature, from_ms, to_ms, started_at, ended_at,
         is_last, size_bytes, received_at)
       values ($1, 1, $2, sha256(''), '', 0, 1000, now(), now(), true, 1, now())`,
      [id, JSON.stringify(unsignedSegment)],
    );
    return id;
  },
});

const unsignedSegment: SegmentHeader = {
  v: 1,
  type: 'proofkeep-segment',
  device: '0'.repeat(64),
  recording: unknownId,
  n: 1,
  previous: '0'.repeat(64),
  fromMs: 0,
  toMs: 1000,
  startedAt: '2026-01-01T00:00:00.000Z',
  endedAt: '2026-01-01T00:00:01.000Z',
  clock: null,
  positions: [],
  events: [],
  mediaType: 'video/webm',
  size: 1,
  sha256: '0'.repeat(64),
  isLast: true,
};

/** A code that a device used. */
export const bindingCode: ThingRow = {
  async make(service, owner) {
    const { data } = await service.ask(enforcerCalls.bindingCode, {}, { as: owner.token });
    await service.database.pool.query(
      `with announced as (insert into device (account_id, login_id, person_id, name, user_agent, key_id, public_key, announced_at)
         select account_id, login_id, person_id, '', '', sha256(gen_random_uuid()::text::bytea), '', expires_at from device_code
         where code = $1 returning id)
       update device_code set device_id = (select id from announced) where code = $1`,
      [data.code.replace('-', '')],
    );
    return data.code;
  },
  input: (code) => ({ code }),
  of: 'person',
  unknown: '0000-0000',
  refusal: 'DEVICE_CODE',
};
