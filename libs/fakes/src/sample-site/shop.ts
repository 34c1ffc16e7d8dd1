import { entry, filled, html, page, type ResourceKind, type SiteEntry } from './entry.ts';
import { priceTagTtf } from './font.ts';
import { birdSvg, productPng, stripedGif, stripedWebp } from './pictures.ts';
import { doorbellWav } from './sound.ts';

/**
 * The sample page: the offer of an imitated vacuum flask, about 20,000 px high, with every feature that makes a page
 * hard to capture. `bigMb` 0 omits its long picture; above 5, the script also fetches a body of that many MiB.
 */
export function shopEntries(partnerOrigin: string, bigMb: number): SiteEntry[] {
  return [
    entry('/shop', 'page', html, () => shopPage(partnerOrigin, bigMb), { headers: { 'set-cookie': cookies } }),
    entry('/shop.css', 'style', 'text/css', () => page('shop.css')),
    entry('/shop.js', 'script', 'text/javascript; charset=utf-8', () => page('shop.js')),
    entry('/font/price-tag.ttf', 'font', 'font/ttf', priceTagTtf),
    ...pictures('gallery', 'image', 5),
    ...pictures('best', 'image', 4),
    entry('/img/bird.svg', 'image', 'image/svg+xml', () => Buffer.from(birdSvg)),
    entry('/img/stripes.gif', 'image', 'image/gif', () => stripedGif(64, [196, 64, 52], [250, 246, 236])),
    entry('/img/stripes.webp', 'image', 'image/webp', () => stripedWebp(64)),
    ...pictures('detail', 'lazy-image', 38),
    ...pictures('review', 'observed-image', 10),
    ...chosenCandidates.map((name) => picture(name, 'candidate-image')),
    ...pictures('background', 'background', 3),
    picture('seller-badge', 'shadow-image'),
    entry('/frame/service', 'frame', html, () => page('frame-service.html')),
    picture('frame-service', 'frame'),
    entry('/popup/coupon', 'popup', html, () => page('popup-coupon.html')),
    picture('popup-coupon', 'popup'),
    json('/api/stock.json', 'late-call', { stock: 8640 }),
    json('/api/sold.json', 'late-call', { sold: 12_846 }),
    ...Array.from({ length: feedSteps }, (_, i) => feedStep(i + 1)).flat(),
    entry('/service-worker.js', 'worker', 'text/javascript', () => page('service-worker.js')),
    entry('/worker/offline.html', 'worker', html, () => page('worker-offline.html')),
    json('/worker/prices.json', 'worker', { 'WH-20418866': '39.90' }),
    entry('/media/doorbell.wav', 'media', 'audio/wav', doorbellWav),
    entry('/media/unboxing.webm', 'media', 'video/webm', () => page('unboxing.webm')),
    entry('/img/removed-listing.png', 'not-found', html, () => Buffer.from('<h1>404</h1><p>该商品已下架</p>'), {
      status: 404,
    }),
    ...(bigMb > 0 ? [entry('/img/flask-in-full.png', 'big-body', 'image/png', longPicture)] : []),
  ];
}

/** Returns the resources that the partner's origin serves to the frame of the sample page. */
export const partnerEntries = (): SiteEntry[] => [
  entry('/frame/delivery', 'frame', html, () => page('frame-delivery.html')),
  picture('frame-delivery', 'frame'),
];

/**
 * Resources that are served but that no browser requests by itself: the other candidates of `srcset`, and those loaded
 * after consent, a click, or for an icon.
 */
export const unaskedEntries = (): SiteEntry[] => [
  ...otherCandidates.map((name) => picture(name, 'candidate-image')),
  picture('after-consent', 'image'),
  entry('/favicon.ico', 'image', 'image/gif', () => stripedGif(32, [196, 64, 52], [250, 246, 236])),
  entry(
    '/files/price-list.csv',
    'page',
    'text/csv; charset=utf-8',
    () => Buffer.from('商品,起订量,单价\n青鸟保温杯,100,21.00\n'),
    {
      headers: { 'content-disposition': 'attachment; filename="price-list.csv"' },
    },
  ),
];

const cookies = ['visitor=wh-7d1c09; Path=/; HttpOnly; SameSite=Lax', 'currency=CNY; Path=/; Max-Age=86400'];
const feedSteps = 5;
const candidateWidths = [300, 600, 1200];
const chosenCandidates = [1, 2, 3].map((i) => `candidate-${i}-300`);
const otherCandidates = [1, 2, 3].flatMap((i) => [`candidate-${i}-600`, `candidate-${i}-1200`]);

const numbered = (name: string, count: number): string[] => Array.from({ length: count }, (_, i) => `${name}-${i + 1}`);

const pictures = (name: string, kind: ResourceKind, count: number): SiteEntry[] =>
  numbered(name, count).map((one) => picture(one, kind));

function picture(name: string, kind: ResourceKind): SiteEntry {
  const make = () => productPng({ sizePx: 240, seed: seedOf(name), grainBits: 2, level: 1 });
  return entry(`/img/${name}.png`, kind, 'image/png', () => kept(name, make));
}

/** Stored without compression, so that its length does not depend on the zlib version: 5.2 MB. */
const longPicture = () => kept('flask-in-full', () => productPng({ sizePx: 1316, seed: 7, grainBits: 5, level: 0 }));

/** Draws each picture once per process, for all sites. */
const drawn = new Map<string, Buffer>();
function kept(name: string, make: () => Buffer): Buffer {
  const body = drawn.get(name) ?? make();
  drawn.set(name, body);
  return body;
}

const seedOf = (name: string): number =>
  [...name].reduce((seed, letter) => Math.imul(seed, 31) + letter.charCodeAt(0), 7);

const json = (path: string, kind: ResourceKind, value: unknown): SiteEntry =>
  entry(path, kind, 'application/json', () => Buffer.from(JSON.stringify(value)));

const feedStep = (step: number): SiteEntry[] => [
  json(`/api/feed/${step}.json`, 'feed', {
    title: `雀山同款保温杯 ${step} 号色`,
    price: `${35 + step}.90`,
    image: `/img/feed-${step}.png`,
  }),
  picture(`feed-${step}`, 'feed'),
];

function shopPage(partnerOrigin: string, bigMb: number): Buffer {
  const image = (name: string, attributes = '') => `<img src="/img/${name}" alt="青鸟保温杯" ${attributes}>`;
  const all = (name: string, count: number, attributes = '') =>
    numbered(name, count)
      .map((one) => image(`${one}.png`, attributes))
      .join('\n');
  return filled('shop.html', {
    bigMb: String(bigMb),
    partnerOrigin,
    mainImage: image(bigMb > 0 ? 'flask-in-full.png' : 'gallery-1.png'),
    gallery: `${all('gallery', 5)}${image('bird.svg')}${image('stripes.gif')}${image('stripes.webp')}`,
    bestSellers: all('best', 4),
    candidates: [1, 2, 3].map(candidateImage).join('\n'),
    details: all('detail', 38, 'loading="lazy" width="900" height="402"'),
    reviews: numbered('review', 10)
      .map((one) => `<img data-src="/img/${one}.png" alt="买家秀">`)
      .join('\n'),
  });
}

function candidateImage(i: number): string {
  const sources = candidateWidths.map((width) => `/img/candidate-${i}-${width}.png ${width}w`).join(', ');
  return `<img srcset="${sources}" sizes="220px" src="/img/candidate-${i}-300.png" alt="同店推荐">`;
}
