import { courtApplicationCalls, notarizationCalls } from '@proofkeep/contract';
import { useMatters } from '../../features/notarization/testing/matters.ts';
import { picture } from './people.ts';
import { type ThingRow, unknownId } from './row.ts';

/** A draft of an application to a court; members with scope own see theirs only. */
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

/** A draft of a matter; members with scope own see theirs only. */
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
