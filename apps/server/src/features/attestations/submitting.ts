import { randomBytes } from 'node:crypto';
import { newAno } from '@proofkeep/bundle';
import type { attestationCalls, InputOf, Said } from '@proofkeep/contract';
import { checkUrl, parseAllowed } from '@proofkeep/egress';
import type { Context } from '../../http/context.ts';
import { hold } from '../billing/charges.ts';
import { seesAccount } from '../cost-center/sight.ts';
import { requireMeans } from '../pricing/quotes.ts';
import { tell } from './custody.ts';
import { holdingsOf, insertHolding, summaryOf } from './holdings.ts';

type Calls = typeof attestationCalls;

/**
 * Takes the addresses that may be captured, and says of each other one why not; every one of them waits for a node then. What
 * they cost together is set aside, or none is taken.
 */
export async function preserveUrls(input: InputOf<Calls['preserveUrls']>, context: Context<'user'>) {
  const { db, caller, services } = context;
  const allowed = parseAllowed(services.egressAllow);
  const urls: string[] = [];
  const refused: { url: string; said: Said }[] = [];
  for (const text of input.urls) {
    const checked = checkUrl(text, allowed);
    if (checked.ok) urls.push(checked.url.href);
    else refused.push({ url: text, said: checked.said });
  }
  const anos = urls.length > 0 ? await order(urls, input, context) : [];
  const list = (await holdingsOf(db, caller.accountId, anos)).map(summaryOf);
  return { list, refused };
}

/** @returns their numbers. @throws Refusal BALANCE_SHORT, SPENDING_LIMIT */
async function order(
  urls: readonly string[],
  { labels, remark, dismissConsent, autoConfirm, acceptInvalidTls }: InputOf<Calls['preserveUrls']>,
  { db, caller, now }: Context<'user'>,
): Promise<string[]> {
  const { accountId, loginId, personId } = caller;
  const job = { dismissConsent, tls: acceptInvalidTls ? 'record-invalid' : 'require-valid' };
  const charged = { accountId, loginId, service: 'page', now } as const;
  await requireMeans(db, { ...charged, quantity: urls.length, seesAccount: seesAccount(caller) });
  const anos: string[] = [];
  for (const url of urls) {
    const ano = newAno(now, randomBytes(16));
    await insertHolding(db, { ano, accountId, loginId, personId, url, labels, remark, job, autoConfirm });
    await hold(db, { ...charged, quantity: 1, together: urls.length, subject: ano });
    await tell(db, { ano, event: 'received', by: caller });
    anos.push(ano);
  }
  return anos;
}
