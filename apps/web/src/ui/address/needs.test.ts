import { type Call, calls } from '@proofkeep/contract';
import { expect, it } from 'vitest';
import { mayVisit, neededFor } from './needs.ts';
import { paths } from './paths.ts';

/** The first or main call of each page. */
const asks: Record<string, Call> = {
  [paths.attestations]: calls.attestations.list,
  [paths.preserve]: calls.attestations.preserveUrls,
  [paths.liveSessions]: calls.liveSessions.sessionList,
  [paths.devices]: calls.enforcer.recordingList,
  [paths.courtApplications]: calls.courtApplications.courtApplications,
  [paths.matters()]: calls.notarization.matters,
  [paths.matters('wait-me')]: calls.notarization.matters,
  [paths.newMatter]: calls.notarization.createMatter,
  [paths.packages]: calls.costCenter.packages,
  [paths.recharge]: calls.orders.recharge,
  [paths.invoices]: calls.invoices.list,
  [paths.addresses]: calls.addresses.addAddress,
};

it('requires the permission of the calls on a page', () => {
  expect(neededFor).toEqual(Object.fromEntries(Object.entries(asks).map(([path, { needs }]) => [path, needs])));
});

it('treats a page with a filter like the page', () => {
  expect(mayVisit(`${paths.attestations}?state=failed`, [])).toBe(false);
  expect(mayVisit(`${paths.attestations}?state=failed`, ['evidence'])).toBe(true);
  expect(mayVisit(paths.messages, [])).toBe(true);
});
