import { parseArgs } from 'node:util';
import type { ProductRecord } from '@proofkeep/bundle';
import {
  type ProductSite,
  productPages,
  type Score,
  type StyledPage,
  scoreOf,
  startProductSite,
} from '@proofkeep/fakes';
import { capture } from '../../apps/capture/src/testing/capture.ts';
import { printTable } from '../kit/table.ts';

/** `bench/README.md` explains the figures and names the targets. */
const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    'held-out': { type: 'boolean', default: false },
    at: { type: 'string', default: '2' },
  },
});

interface Measured {
  page: StyledPage;
  score: Score;
  /** Fields with a place on the screenshot, and with a response. */
  shown: number;
  sourced: number;
  images: { expected: number; captured: number };
}

const pages = productPages.filter(
  ({ style, isHeldOut }) => (!options.only || style === options.only) && (!options['held-out'] || isHeldOut),
);
const site = await startProductSite();
const measured: Measured[] = [];
try {
  const waiting = [...pages];
  const work = async () => {
    for (let page = waiting.shift(); page; page = waiting.shift()) {
      const one = await measure(site, page);
      measured.push(one);
      const { wrong, missing, found, expected } = one.score;
      console.log(
        `${measured.length}/${pages.length} ${page.style}: ${found}/${expected} ${[...wrong, ...missing.map((name) => `no ${name}`)].join('; ')}`,
      );
    }
  };
  await Promise.all(Array.from({ length: Number(options.at) }, work));
} finally {
  await site.close();
}

async function measure(shops: ProductSite, page: StyledPage): Promise<Measured> {
  const captured = await capture(
    {
      url: shops.urlOf(page),
      kind: 'ecommerce',
      captureId: 'PK20261123ABCDEFGHJK0',
      egressAllow: [...shops.egressAllow],
    },
    { environment: { CAPTURE_HOSTS: shops.hosts, CAPTURE_TRUST_SPKI: shops.spki } },
  );
  try {
    const record: ProductRecord = JSON.parse(
      await captured.text('product.json').catch(() => '{"fields":[],"images":[]}'),
    );
    const whole = new Set(record.images.flatMap(({ url, source }) => (source ? [new URL(url).pathname] : [])));
    return {
      page,
      score: scoreOf(page, record.fields, shops.urlOf(page)),
      shown: record.fields.filter(({ shown }) => shown).length,
      sourced: record.fields.filter(({ source }) => source).length,
      images: { expected: page.images.length, captured: page.images.filter((path) => whole.has(path)).length },
    };
  } finally {
    await captured.remove();
  }
}

const sum = (some: readonly Measured[], figure: (one: Measured) => number) =>
  some.reduce((total, one) => total + figure(one), 0);
const percent = (part: number, whole: number) => (whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`);

function row(name: string, some: readonly Measured[]): string[] {
  const expected = sum(some, ({ score }) => score.expected);
  const found = sum(some, ({ score }) => score.found);
  const wrong = sum(some, ({ score }) => score.wrong.length);
  const all = sum(some, ({ sourced, shown }) => Math.max(sourced, shown));
  return [
    name,
    String(some.length),
    percent(found, expected),
    percent(found, found + wrong),
    String(sum(some, ({ score }) => score.wrongPrices.length)),
    percent(
      sum(some, ({ shown }) => shown),
      all,
    ),
    percent(
      sum(some, ({ sourced }) => sourced),
      all,
    ),
    `${sum(some, ({ images }) => images.captured)}/${sum(some, ({ images }) => images.expected)}`,
  ];
}

const styles = [...new Set(pages.map(({ style }) => style))];
const rows = styles.map((style) => {
  const some = measured.filter(({ page }) => page.style === style);
  return row(some[0]?.page.isHeldOut ? `${style} (held out)` : style, some);
});
printTable(
  ['style', 'pages', 'recall', 'precision', 'wrong prices', 'shown', 'sourced', 'images'],
  [
    ...rows,
    row(
      'all known styles',
      measured.filter(({ page }) => !page.isHeldOut),
    ),
    row(
      'all held out',
      measured.filter(({ page }) => page.isHeldOut),
    ),
  ],
);
