import { isHostOf } from '@proofkeep/contract';
import type { Adapter } from './adapter.ts';
import { alibabaShops } from './adapters/alibaba.ts';
import { chineseShops } from './adapters/chinese.ts';
import { internationalShops } from './adapters/international.ts';
import { marketplaces } from './adapters/marketplaces.ts';
import { shopSystems } from './adapters/systems.ts';

/** For sites that no adapter knows. */
export const generic: Adapter = { platform: 'generic', hosts: [] };

/** All adapters; the first whose host matches is used. */
export const adapters: readonly Adapter[] = [
  ...alibabaShops,
  ...chineseShops,
  ...internationalShops,
  ...marketplaces,
  ...shopSystems,
];

/**
 * The adapters that may apply to a URL: the one of its host, or the shop systems, which a page reveals by its elements.
 */
export function adaptersOf(address: string): readonly Adapter[] {
  const hostname = URL.parse(address)?.hostname ?? '';
  const ofHost = adapters.find(({ hosts }) => isHostOf(hosts, hostname));
  return ofHost ? [ofHost] : shopSystems;
}
