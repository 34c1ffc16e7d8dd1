import {
  Comparison,
  canonicalText,
  comparedLines,
  comparePrices,
  type PageManifest,
  ProductRecord,
  paths,
  readSealed,
  secondFolder,
  secondPath,
  toHex,
  turnsInto,
  type Zip,
} from '@proofkeep/bundle';
import { fromPem } from '@proofkeep/pki';
import { checkClock, checkReport, jsonOf, memberOf } from './capture-report.ts';
import type { Context } from './context.ts';
import { detail, detailOf, problem } from './details.ts';
import { checkRecord } from './network-record.ts';
import { checkProduct } from './product.ts';
import { checkOrder } from './times.ts';

type Captured = Extract<NonNullable<PageManifest['second']>, { state: 'captured' }>;

/** Checks a second record of a page like the first, and the sealer's comparison of both. */
export async function checkSecond(context: Context): Promise<void> {
  const { manifest, note } = context;
  if (manifest.kind !== 'page' && manifest.kind !== 'ecommerce') return;
  const { second } = manifest;
  if (second === undefined) return;
  if (second.state === 'failed') {
    const why = detail(`second-${second.why}`);
    return note('second', 'not-checked', { subject: secondFolder, required: false, detail: why });
  }
  const view = viewOf(context, manifest, second);
  for (const check of [checkReport, checkClock, checkRecord, checkProduct]) await check(view);
  if (second.from.name === second.place.name && second.from.region === second.place.region)
    note('second', 'failed', { subject: paths.manifest, detail: detail('second-same-place') });
  else
    note('second', 'passed', {
      subject: secondFolder,
      detail: detail('second-places', { first: second.from.name, second: second.place.name }),
    });
  await checkComparison(context);
}

/** Checks the times of the second record, after the tokens have been verified. */
export async function checkSecondOrder(context: Context): Promise<void> {
  const { manifest } = context;
  if (manifest.kind !== 'page' && manifest.kind !== 'ecommerce') return;
  if (manifest.second?.state === 'captured') await checkOrder(viewOf(context, manifest, manifest.second));
}

/**
 * Returns the second record's files under the corresponding paths of the first record, so that the same checks apply.
 */
function viewOf(context: Context, manifest: PageManifest, { subject, capture }: Captured): Context {
  const { zip, note, part } = context;
  const placed = (path: string) => (path.startsWith(paths.dataFolder) ? secondPath(path) : path);
  const entries = new Map(
    [...zip.entries].flatMap(([path, entry]) => (path.startsWith(secondFolder) ? [[firstPath(path), entry]] : [])),
  );
  const view: Zip = {
    entries,
    chunks: (path) => zip.chunks(placed(path)),
    bytes: (path, limit) => zip.bytes(placed(path), limit),
    part: (path) => zip.part(placed(path)),
  };
  return {
    ...context,
    zip: view,
    manifest: {
      ...manifest,
      subject,
      capture: { ...manifest.capture, ...capture },
      objects: manifest.objects
        .filter(({ path }) => path.startsWith(secondFolder))
        .map((object) => ({ ...object, path: firstPath(object.path) })),
    },
    note: (check, outcome, o) => note(check, outcome, { ...o, subject: placed(o?.subject ?? '') }),
    part: (path) => part(placed(path)),
  };
}

const firstPath = (path: string): string => `${paths.dataFolder}${path.slice(secondFolder.length)}`;

/** Recomputes the comparison of texts, prices and responses. Pictures are not compared again, and a finding says so. */
async function checkComparison(context: Context): Promise<void> {
  const { manifest, note, part } = context;
  const subject = paths.comparison;
  try {
    if (!manifest.objects.some(({ path }) => path === subject)) throw problem('missing');
    const comparison = readSealed(Comparison, await part(subject), subject);
    if (comparison.ano !== manifest.ano) throw problem('other-bundle');
    await checkTexts(context, comparison);
    await checkPrices(context, comparison);
    await checkMain(context, comparison);
    const changes = comparison.text?.changes.length ?? 0;
    const prices = comparison.prices?.changes.length ?? 0;
    note('comparison', 'passed', { subject, detail: detail('comparison-found', { changes, prices }) });
    if (comparison.picture)
      note('uncompared', 'not-checked', { subject, required: false, detail: detail('uncompared-picture') });
  } catch (error) {
    note('comparison', 'failed', { subject, detail: detailOf(error) });
  }
}

/** The parts with this name, the first record's first; null if either is missing. */
async function bothParts({ manifest, part }: Context, path: string): Promise<[Uint8Array, Uint8Array] | null> {
  const has = (wanted: string) => manifest.objects.some((object) => object.path === wanted);
  const second = secondPath(path);
  return has(path) && has(second) ? [await part(path), await part(second)] : null;
}

async function checkTexts(context: Context, { text }: Comparison): Promise<void> {
  const texts = await bothParts(context, `${paths.dataFolder}page.txt`);
  if ((texts === null) !== (text === null)) throw problem('comparison-text');
  if (!texts || !text) return;
  const [first, second] = texts.map((bytes) => comparedLines(new TextDecoder().decode(bytes))) as [string[], string[]];
  if (text.lines[0] !== first.length || text.lines[1] !== second.length || !turnsInto(first, second, text.changes))
    throw problem('comparison-text');
}

async function checkPrices(context: Context, { prices }: Comparison): Promise<void> {
  const records = await bothParts(context, paths.product);
  if ((records === null) !== (prices === null)) throw problem('comparison-prices');
  if (!records || !prices) return;
  const [first, second] = records.map((bytes) => readSealed(ProductRecord, bytes, paths.product)) as [
    ProductRecord,
    ProductRecord,
  ];
  if (canonicalText(comparePrices(first, second)) !== canonicalText(prices)) throw problem('comparison-prices');
}

async function checkMain(context: Context, { main }: Comparison): Promise<void> {
  const [first, second] = [await mainOf(context, (path) => path), await mainOf(context, secondPath)];
  const found = {
    status: [first.status, second.status],
    finalUrl: [first.finalUrl, second.finalUrl],
    serverAddress: [first.serverAddress, second.serverAddress],
    certificate: [first.certificate, second.certificate],
  };
  if (canonicalText(found) !== canonicalText(main)) throw problem('comparison-main');
}

async function mainOf({ manifest, part, sha256 }: Context, placed: (path: string) => string) {
  const report = jsonOf(await part(placed(paths.report)));
  const chain = placed(`${paths.dataFolder}certificates.pem`);
  const isThere = manifest.objects.some(({ path }) => path === chain);
  const [certificate] = isThere ? fromPem(new TextDecoder().decode(await part(chain))) : [];
  return {
    status: memberOf(report, 'page.status') ?? null,
    finalUrl: memberOf(report, 'page.finalUrl') ?? null,
    serverAddress: memberOf(report, 'page.serverAddress') ?? null,
    certificate: certificate ? toHex(sha256(certificate)) : null,
  };
}
