import { randomBytes } from 'node:crypto';
import { newAno } from '@proofkeep/bundle';
import type { attestationCalls, InputOf, Said } from '@proofkeep/contract';
import { checkUrl, parseAllowed } from '@proofkeep/egress';
import type { Context } from '../../http/context.ts';
import { tell } from './custody.ts';
import { holdingsOf, insertHolding, summaryOf } from './holdings.ts';

type Calls = typeof attestationCalls;

/** Takes the addresses that may be captured, and says of each other one why not; every one of them waits for a node then. */
export async function preserveUrls(
  input: InputOf<Calls['preserveUrls']>,
  { db, caller, services, now }: Context<'user'>,
) {
  const { labels, remark, dismissConsent, autoConfirm } = input;
  const allowed = parseAllowed(services.egressAllow);
  const job = { dismissConsent, tls: input.acceptInvalidTls ? 'record-invalid' : 'require-valid' };
  const anos: string[] = [];
  const refused: { url: string; said: Said }[] = [];
  for (const text of input.urls) {
    const checked = checkUrl(text, allowed);
    if (!checked.ok) {
      refused.push({ url: text, said: checked.said });
      continue;
    }
    const ano = newAno(now, randomBytes(16));
    const { accountId, loginId, personId } = caller;
    const url = checked.url.href;
    await insertHolding(db, { ano, accountId, loginId, personId, url, labels, remark, job, autoConfirm });
    await tell(db, { ano, event: 'received', by: caller });
    anos.push(ano);
  }
  const list = (await holdingsOf(db, caller.accountId, anos)).map(summaryOf);
  return { list, refused };
}
