import { randomBytes } from 'node:crypto';
import { newAno } from '@proofkeep/bundle';
import { blockWords, type CaptureReport, type Message, message, named } from '@proofkeep/contract';
import type { Client } from '../../../database/client.ts';
import { splitHold } from '../../money/service.ts';
import { growSubmission } from '../batch/submission-store.ts';
import { recordEvent } from '../custody.ts';
import { indexFacts } from '../search/indexing.ts';
import { findLinkedPages } from '../store.ts';
import { insertLinked, setLinksSubmitted } from '../write-store.ts';

type Report = Pick<CaptureReport, 'page' | 'links' | 'block'>;

/**
 * Submits the linked pages of a captured page, up to the requested number: each becomes an attestation of the same
 * submission with the same options, and takes a share of the hold. Runs in the transaction that seals the page, so it
 * happens once. All are on the page's host; the egress proxy checks their redirects when they are captured. Submits
 * none if the page looks like a sign-in page or a challenge, since its links would be unrelated.
 */
export async function submitLinked(db: Client, ano: string, report: Report): Promise<void> {
  const wanted = await findLinkedPages(db, ano);
  if (!wanted) return;
  const now = new Date();
  const why = whyNone(report);
  if (why) {
    await splitHold(db, ano, { subjects: [], now });
    await recordEvent(db, { ano, event: 'links.skipped', by: 'service', messages: [why] });
    return;
  }
  const found = linksOf(report, wanted.url);
  const pages = found.slice(0, wanted.most).map((url) => ({ ano: newAno(now, randomBytes(16)), url }));
  await splitHold(db, ano, { subjects: pages.map((linked) => linked.ano), now });
  for (const linked of pages) {
    await insertLinked(db, ano, linked);
    await indexFacts(db, linked.ano);
    const messages = [message('links.of', { ano })];
    await recordEvent(db, { ano: linked.ano, event: 'received', by: 'service', messages });
  }
  if (pages.length > 0) await setLinksSubmitted(db, ano);
  if (wanted.submissionId !== null) await growSubmission(db, wanted.submissionId, pages.length);
  const messages = [message('links.followed', { found: found.length, count: pages.length })];
  await recordEvent(db, { ano, event: 'links.followed', by: 'service', messages });
}

/** The reason why links aren't followed; null if they are. */
function whyNone({ block, links }: Report): Message | null {
  if (block) {
    const [zh, en] = blockWords[block.kind];
    return message('links.blocked', { what: named({ zh, en }) });
  }
  return links ? null : message('links.not-listed');
}

function linksOf({ page, links = [] }: Report, submitted: string): string[] {
  const host = URL.parse(page.finalUrl ?? '')?.host;
  return links.filter((link) => link !== submitted && host !== undefined && URL.parse(link)?.host === host);
}
