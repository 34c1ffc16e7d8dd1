import type { Permission } from '@proofkeep/contract';
import { paths } from './paths.ts';

/**
 * The permission that a member needs for a page: that of the page's first call (needs.test.ts). Menus and the search
 * leave out pages that would only refuse.
 */
export const neededFor: Readonly<Record<string, Permission>> = {
  [paths.attestations]: 'evidence',
  [paths.preserve]: 'preserve',
  [paths.liveSessions]: 'evidence',
  [paths.devices]: 'evidence',
  [paths.matters()]: 'matters',
  [paths.matters('wait-me')]: 'matters',
  [paths.newMatter]: 'matters',
  [paths.courtApplications]: 'evidence',
  [paths.packages]: 'billing',
  [paths.recharge]: 'billing',
  [paths.invoices]: 'invoices',
  [paths.addresses]: 'addresses',
};

/** Whether a member with these permissions is offered a page, by its path without a query. */
export function mayVisit(path: string, permissions: readonly Permission[]): boolean {
  const needed = neededFor[path.split('?')[0] ?? ''];
  return needed === undefined || permissions.includes(needed);
}
