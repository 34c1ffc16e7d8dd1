import { type consoleNotarizationCalls, type InputOf, matterPath, message } from '@proofkeep/contract';
import type { Context } from '../../http/context.ts';
import { Refusal } from '../../kit/refusal.ts';
import { notify } from '../messages/service.ts';
import { lockSeenMatter } from './access.ts';
import { contentOf } from './content.ts';
import { setShipment } from './store.ts';

/**
 * Records how the paper deed was posted and notifies the applicant. Not in the journal: the bundle may have been made
 * before. @throws Refusal STATE_FORBIDS before the issue, and if the applicant chose the download
 */
export async function shipDeed(
  { id, version, carrier, trackingNo }: InputOf<(typeof consoleNotarizationCalls)['shipDeed']>,
  context: Context<'notary'>,
): Promise<null> {
  const { db, services, now, audit } = context;
  const row = await lockSeenMatter(context, { id, version });
  const { delivery } = contentOf(services.vault, row);
  if (row.state !== 'issued' || delivery.way !== 'post') throw new Refusal('STATE_FORBIDS');
  await setShipment(db, { id, carrier, trackingNo, now });
  audit({ matter: row.no, accountId: row.accountId, carrier, trackingNo });
  await notify(db, {
    accountId: row.accountId,
    kind: 'notarization',
    message: message('message.matter-shipped', { no: row.no, carrier, tracking: trackingNo }),
    link: matterPath(id),
  });
  return null;
}
