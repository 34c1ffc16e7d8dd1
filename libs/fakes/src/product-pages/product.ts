/** A product that the test pages show. Amounts are in hundredths of the currency. */
export interface Product {
  id: string;
  title: string;
  cents: number;
  listCents: number;
  currency: string;
  variants: readonly { id: string; name: string; cents: number }[];
  shop: string;
  seller: string;
  sales: string;
  reviews: string;
  rating: string;
  gallery: readonly string[];
  detail: readonly string[];
  /** Other products on the page, whose prices are not this product's. */
  others: readonly { title: string; cents: number }[];
}

/** Values that a page of a style states, by field name; prices as decimals. */
export type Truth = Partial<Record<string, string>>;

/** A page as its server sends it. */
export interface ProductPage {
  /** Host name under which the page is served. */
  host: string;
  /** Path with query. */
  path: string;
  html: string;
  /** Responses that the page fetches, by path without query. */
  resources?: Readonly<Record<string, { type: string; body: string }>>;
  truth: Truth;
  /** Variants with their prices, where the style shows or states them. */
  variants?: Readonly<Record<string, string>>;
  /** Paths of the product's images. */
  images: readonly string[];
  charset?: 'gbk';
}

/** How a platform builds its product pages. */
export interface Style {
  name: string;
  /** Written after the adapters, and not consulted while they were changed. */
  isHeldOut: boolean;
  language: 'zh' | 'en' | 'ja' | 'pt' | 'es' | 'de';
  page(product: Product): ProductPage;
}

const words = {
  zh: {
    things: ['316不锈钢保温杯 大容量', '无线降噪蓝牙耳机 Pro', '新疆长绒棉四件套', '北欧实木书桌'],
    variants: [
      ['晨雾白', '曜石黑', '樱花粉'],
      ['500ml', '750ml'],
      ['1.5米床', '1.8米床'],
    ],
    shops: ['晨光家居旗舰店', '云上优品专营店', '老街杂货铺'],
    sellers: ['杭州晨光电子商务有限公司', '义乌市云上贸易商行', '深圳老街科技有限公司'],
    others: ['加厚手提袋', '配套清洁刷', '同款升级版礼盒'],
    sales: ['2000+', '1.2万+', '386'],
  },
  en: {
    things: [
      'Insulated Stainless Steel Water Bottle',
      'Wireless Noise Cancelling Headphones',
      'Handmade Walnut Desk Organizer',
      'Cotton Duvet Cover Set',
    ],
    variants: [
      ['Misty White', 'Obsidian', 'Rose'],
      ['17 oz', '25 oz'],
      ['Twin', 'Queen'],
    ],
    shops: ['Morning Light Home', 'Northfield Supply', 'Old Street Goods'],
    sellers: ['Morning Light Trading LLC', 'northfield-supply', 'Old Street Goods Inc'],
    others: ['Carry Sleeve', 'Cleaning Brush Kit', 'Gift Box Edition'],
    sales: ['2,000+', '1,204', '386'],
  },
};

/** Makes a product from a number; the same number gives the same product. */
export function makeProduct(seed: number, language: 'zh' | 'en', currency: string): Product {
  const w = words[language];
  const pick = <T>(list: readonly T[], shift = 0): T => list[(seed + shift) % list.length] as T;
  const noCents = currency === 'JPY';
  const base = 1_990 + ((seed * 7_919) % 190_000);
  const cents = noCents ? Math.round(base / 100) * 1_000 : base;
  const step = noCents ? 50_000 : 1_250;
  const names = pick(w.variants);
  const images = (kind: string, count: number) =>
    Array.from({ length: count }, (_, i) => `/img/${kind}-${seed}-${i}.png`);
  return {
    id: String(600_000_000_000 + seed * 1_357_913),
    title: `${pick(w.things)} ${language === 'zh' ? '型号' : 'Model'} ${100 + seed}`,
    cents,
    listCents: Math.round((cents * 1.4) / 100) * 100 + (noCents ? 0 : 99),
    currency,
    variants: names.map((name, i) => ({ id: `${5_000 + seed * 10 + i}`, name, cents: cents + i * step })),
    shop: pick(w.shops),
    seller: pick(w.sellers, 1),
    sales: pick(w.sales),
    reviews: String(120 + seed * 37),
    rating: `4.${1 + (seed % 9)}`,
    gallery: images('main', 3),
    detail: images('detail', 3),
    others: w.others.map((title, i) => ({ title, cents: cents + (i % 2 === 0 ? -700 : 3_100) - i * 130 })),
  };
}

/** A price as a decimal without needless zeros, as records state it. */
export const decimal = (cents: number): string => String(cents / 100);

/** `1299.00`. */
export const fixed = (cents: number): string => (cents / 100).toFixed(2);

/** `1,299.00`. */
export const grouped = (cents: number): string => (cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2 });

/** `1.299,00`. */
export const european = (cents: number): string => (cents / 100).toLocaleString('de-DE', { minimumFractionDigits: 2 });

/** Whole part and hundredths. */
export const halves = (cents: number): [whole: string, hundredths: string] => [
  String(Math.floor(cents / 100)),
  String(cents % 100).padStart(2, '0'),
];

/** Prices by the names of variants. */
export const variantTruth = ({ variants }: Product): Record<string, string> =>
  Object.fromEntries(variants.map(({ name, cents }) => [name, decimal(cents)]));

/** A document with typical surroundings: header, style sheet, footer. */
export const documentOf = (o: { title: string; head?: string; body: string; charset?: string }): string =>
  `<!doctype html><html><head><meta charset="${o.charset ?? 'utf-8'}"><title>${o.title}</title><style>
body{margin:0;font:14px/1.5 Arial,"Noto Sans SC",sans-serif;color:#222}main{width:1180px;margin:0 auto;display:flex;gap:32px;flex-wrap:wrap}
.media{width:420px}.info{width:640px}h1{font-size:20px;margin:8px 0}img{background:#eee}.wide{width:100%}
.big{font-size:32px;color:#d10}.small{font-size:12px;color:#888}.strike{text-decoration:line-through;color:#999}
.gone{display:none}.cards{display:flex;gap:16px}.cards b{font-size:18px;color:#d10}</style>${o.head ?? ''}</head><body>${o.body}</body></html>`;

/** Image elements that load at once. */
export const pictures = (paths: readonly string[], attributes = '', size = 360): string =>
  paths.map((path) => `<img src="${path}" width="${size}" height="${size}" alt="" ${attributes}>`).join('');

/** Loaded when they come near the window, as shops do. */
export const lazyPictures = (paths: readonly string[], attribute = 'data-src'): string =>
  `${paths.map((path) => `<img ${attribute}="${path}" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" width="600" height="400" alt="" class="lazy">`).join('')}
<script>new Set(document.querySelectorAll('img.lazy')).forEach((i)=>new IntersectionObserver((e,o)=>{if(e.some((x)=>x.isIntersecting)){i.src=i.getAttribute('${attribute}');o.disconnect()}}).observe(i))</script>`;
