import { courtApplicationCalls, notarizationCalls } from '@proofkeep/contract';
import { useMatters } from '../../features/notarization/testing/matters.ts';
import { picture } from './people.ts';
import { type ThingRow, unknownId } from './row.ts';

/** A draft of an application to a court; members with scope own see only theirs. */
export const courtApplication = (more: Record<string, unknown> = {}): ThingRow => ({
  make: async (service, { token }) =>
    (await service.ask(courtApplicationCalls.saveCourtApplication, { court: '杭州互联网法院' }, { as: token })).data.id,
  input: (id) => ({ id, ...more }),
  of: 'account',
  isEvidence: true,
  unknown: unknownId,
});

export const withdrawnApplication: ThingRow = {
  ...courtApplication(),
  async make(service, owner) {
    const id = await courtApplication().make(service, owner);
    await service.ask(courtApplicationCalls.withdrawCourtApplication, { id }, { as: owner.token });
    return id;
  },
};

/** A draft of a matter; members with scope own see only theirs. */
export const matter = (more: Record<string, unknown> = {}): ThingRow => ({
  make: async (service, { token }) =>
    (await service.ask(notarizationCalls.createMatter, { kind: 'copy', isDraft: true }, { as: token })).data.id,
  input: (id) => ({ id, ...more }),
  of: 'account',
  isEvidence: true,
  unknown: unknownId,
});

export const abandonedMatter: ThingRow = {
  ...matter(),
  async make(service, owner) {
    const id = await matter().make(service, owner);
    await service.ask(notarizationCalls.abandonMatter, { id, reason: 'not needed' }, { as: owner.token });
    return id;
  },
};

/** A matter with a file of its application, addressed together. */
export const matterMaterial: ThingRow = {
  ...matter(),
  async make(service, owner) {
    const fileId = await picture.make(service, owner);
    await service.database.pool.query(`update upload set purpose = 'attachment' where id = $1`, [fileId]);
    const draft = { kind: 'copy' as const, isDraft: true, materials: [{ code: 'identity', fileId }] };
    return `${(await service.ask(notarizationCalls.createMatter, draft, { as: owner.token })).data.id} ${fileId}`;
  },
  input: (ids) => ({ id: ids.split(' ')[0], fileId: ids.split(' ')[1] }),
  unknown: `${unknownId} ${unknownId}`,
};

/** An accepted matter with its acceptance notice, addressed together. */
export const matterDocument = (input: ThingRow['input']): ThingRow => ({
  ...matter(),
  async make(service, owner) {
    const { notary, apply, decide } = useMatters(service);
    const office = await notary();
    const { id } = await apply(owner, office.officeId);
    await decide('acceptMatter', { id }, office);
    const { data } = await service.ask(notarizationCalls.matterPdfs, { id }, { as: owner.token });
    return `${id} ${data.receipt?.id}`;
  },
  input,
  unknown: `${unknownId} ${unknownId}`,
});

/** An application with its first party, addressed together. */
export const matterParty = (more: Record<string, unknown> = {}): ThingRow => ({
  ...matter(),
  async make(service, owner) {
    const { notary, apply, info } = useMatters(service);
    const { id } = await apply(owner, (await notary()).officeId);
    return `${id} ${(await info(owner, id)).people[0]?.id}`;
  },
  input: (ids) => ({ id: ids.split(' ')[0], partyId: ids.split(' ')[1], ...more }),
  unknown: `${unknownId} ${unknownId}`,
});

/** A matter with a finished recording of its video session, addressed together. */
export const matterRecording: ThingRow = {
  ...matter(),
  async make(service, owner) {
    const id = await matter().make(service, owner);
    const { staffId } = await service.given.staff('notary');
    const { rows } = await service.database.pool.query<{ id: string }>(
      `with held as (
         insert into reservation (matter_id, notary_id, state, way, starts_at, ends_at, occupied, created_at)
         values ($1, $2, 'held', 'video', $3, $3::timestamptz + interval '1 hour', tstzrange($3, $3::timestamptz + interval '1 hour'), $3)
         returning id
       ), room as (
         insert into video_room (id, matter_id, state, created_at, opened_at, ended_at)
         select id, $1, 'ended', $3, $3, $3 from held returning id
       )
       insert into room_recording (id, room_id, person_name, media_type, begun_at, head, chunks, sha256_state, finished_at,
         is_complete, sha256)
       select uuidv7(), id, '王芳', 'video/webm', $3, sha256(''), 1, '\\x00', $3, true, sha256('') from room returning id`,
      [id, staffId, service.now],
    );
    return `${id} ${rows[0]?.id}`;
  },
  input: (ids) => ({ id: ids.split(' ')[0], recordingId: ids.split(' ')[1] }),
  unknown: `${unknownId} ${unknownId}`,
};
