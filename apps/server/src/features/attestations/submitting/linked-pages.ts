import { randomBytes } from 'node:crypto';
import { newAno } from '@proofkeep/bundle';
import { type CaptureReport, message } from '@proofkeep/contract';
import type { Client } from '../../../database/client.ts';
import { shareHold } from '../../money/service.ts';
import { growSubmission } from '../batch/submission-store.ts';
import { recordEvent } from '../custody.ts';
import { indexFacts } from '../search/indexing.ts';
import { findLinkedPages, insertLinked } from '../store.ts';

/**
 * Submits the pages that a captured page links to, as many as were asked for: each is an attestation of the same submission with
 * the same options, and gets a share of what is held. In the transaction that seals the page, so it happens once. All are on the
 * host of that page; where they lead, the egress proxy checks when they are captured.
 */
export async function submitLinked(
  db: Client,
  ano: string,
  { page, links = [] }: Pick<CaptureReport, 'page' | 'links'>,
): Promise<void> {
  const wanted = await findLinkedPages(db, ano);
  const host = URL.parse(page.finalUrl ?? '')?.host;
  if (!wanted || host === undefined) return;
  const now = new Date();
  const others = links.filter((link) => link !== wanted.url && URL.parse(link)?.host === host);
  const pages = others.slice(0, wanted.most).map((url) => ({ ano: newAno(now, randomBytes(16)), url }));
  await shareHold(db, ano, { subjects: pages.map((linked) => linked.ano), now });
  for (const linked of pages) {
    await insertLinked(db, ano, linked);
    await indexFacts(db, linked.ano);
    const messages = [message('links.of', { ano })];
    await recordEvent(db, { ano: linked.ano, event: 'received', by: 'service', messages });
  }
  if (wanted.submissionId !== null) await growSubmission(db, wanted.submissionId, pages.length);
  const messages = [message('links.followed', { found: others.length, count: pages.length })];
  await recordEvent(db, { ano, event: 'links.followed', by: 'service', messages });
}
