import { costCenterCalls } from '@proofkeep/contract';
import { readSheet } from 'read-excel-file/node';
import { addressOf, type Login, type TestService } from '../../../testing/service.ts';
import { postTransfer } from '../../money/service.ts';

let recharges = 0;

/** Credits money from an external payment. */
export const givenBalance = (
  { database }: TestService,
  { accountId, loginId }: Login,
  cents: number,
): Promise<boolean> =>
  database.transaction((db) => {
    const key = `given:${accountId}:${recharges++}`;
    const from = { kind: 'funds', provider: 'test' } as const;
    return postTransfer(db, {
      key,
      kind: 'recharge',
      loginId,
      subject: key,
      from,
      to: { kind: 'balance', accountId },
      cents,
    });
  });

/** The content of an export, parsed. */
export async function rowsOf(service: TestService, token: string, filter: Record<string, string>) {
  const { url } = addressOf(costCenterCalls.exportEntries, {});
  const { rawPayload } = await service.app.inject({ url, query: filter, headers: { 'x-auth-token': token } });
  return readSheet(rawPayload);
}
