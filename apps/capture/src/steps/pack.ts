import { access, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { message, packLimitMs } from '@proofkeep/contract';
import type { Capture } from '../capture.ts';
import { isFaultOfMachine } from '../faults.ts';
import { writeProduct } from '../product/write-product.ts';
import { endClock, writeClock } from '../record/clock.ts';
import { packWacz, warcName } from '../record/wacz.ts';
import { type WarcPlace, writeWarc } from '../record/warc.ts';
import { originOf } from '../record/warc-origin.ts';
import { cut, done, type Step } from './step.ts';

/**
 * Ends the recording, then the browser, and writes the network record. Works with partial records, even if the browser
 * is gone.
 */
export const pack: Step = {
  name: 'pack',
  limitMs: packLimitMs,
  needs: 'record',
  async run(capture) {
    const { sink } = capture;
    const ending = endClock(capture);
    const record = capture.record.set(await capture.recorder.get().stop(capture.interrupted.aborted));
    const session = capture.session.peek();
    const { exchanges, replaced } = await capture.secrets.withhold(record.exchanges);
    await removeBrowser(capture);
    await capture.actions.write(sink);
    await (session ? session.network.endConnections() : writeConnections(capture));
    await writeClock(capture, await ending);
    await writeEnvironment(capture);
    const origin = originOf(capture);
    const network = await session?.network.finish(record.exchanges, session);
    const warc = network?.warc ?? (await writeWarc(join(capture.tempDir, warcName), exchanges, origin));
    capture.withheld = network?.withheld ?? replaced;
    capture.isRecordRewritten = network?.isRewritten ?? false;
    const page = {
      url: capture.document.peek()?.committed?.url ?? capture.url.get().href,
      title: capture.title ?? '',
      startedAt: capture.startedAt,
      text: capture.text ?? '',
    };
    capture.secrets.checkTexts([page.url, page.title, page.text]);
    await packWacz(sink, { warc, page, software: origin.software });
    // Parts of a session's record may still be in transit.
    if (!network || network.isRewritten) await rm(warc.path);
    const packed = message('pack.exchanges', { exchanges: record.exchanges.length });
    return (await hasProduct(capture, warc.places)) ? done(packed) : cut(packed, message('pack.no-product'));
  },
};

/** False if the product facts could not be written; the record is complete without them. */
async function hasProduct(capture: Capture, places: readonly WarcPlace[]): Promise<boolean> {
  if (!capture.product) return true;
  try {
    await writeProduct(capture, capture.product, places);
    return true;
  } catch (error) {
    if (isFaultOfMachine(error)) throw error;
    return false;
  }
}

/** Ends the browser, removes its profile, and checks that it is gone; the cleanliness report states when. */
export async function removeBrowser(capture: Capture): Promise<void> {
  const lease = capture.lease.peek();
  if (!lease) return;
  await lease.kill();
  const isGone = await access(lease.profileDir).then(
    () => false,
    ({ code }: NodeJS.ErrnoException) => code === 'ENOENT',
  );
  if (capture.environment && isGone)
    capture.environment = { ...capture.environment, profileRemovedAt: new Date().toISOString() };
}

async function writeConnections({ sink, egress }: Capture): Promise<void> {
  const lines = egress
    .get()
    .connections()
    .map((connection) => `${JSON.stringify(connection)}\n`);
  await sink.put('connections', 'connections.jsonl', 'application/x-ndjson', Buffer.from(lines.join('')));
}

/** Writes the cleanliness report, including the emulated settings. */
async function writeEnvironment(capture: Capture): Promise<void> {
  if (!capture.environment) return;
  const text = JSON.stringify({ ...capture.environment, emulation: capture.emulation.peek() }, null, 2);
  await capture.sink.put('environment', 'environment.json', 'application/json', Buffer.from(`${text}\n`));
}
