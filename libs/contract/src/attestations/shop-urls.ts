/** The shops and shop systems whose pages are known; `shopNames` has a name for each. */
export type ShopPlatform =
  | 'taobao'
  | 'tmall'
  | '1688'
  | 'aliexpress'
  | 'lazada'
  | 'jd'
  | 'pinduoduo'
  | 'douyin'
  | 'kuaishou'
  | 'vipshop'
  | 'suning'
  | 'dangdang'
  | 'xiaohongshu'
  | 'youzan'
  | 'amazon'
  | 'ebay'
  | 'walmart'
  | 'etsy'
  | 'rakuten'
  | 'mercadolibre'
  | 'shopee'
  | 'shopify'
  | 'woocommerce'
  | 'magento';

/** The URLs of a shop. */
export interface ShopUrls {
  /** Hosts, each including its subdomains. */
  hosts: readonly string[];
  /**
   * Regular expression that the URL of a product matches; a group that takes part is the product's id. Undefined for
   * systems that shops use under their own names and paths.
   */
  product?: string;
  /** Hosts of the short links that the shop's app shares products with, each including its subdomains. */
  shortHosts?: readonly string[];
}

const taobaoProduct = String.raw`[?&]id=(\d+)`;

/** The URLs of the known shops: capturing chooses its adapter by them, and the site the form for a product. */
export const shopUrls: Readonly<Record<ShopPlatform, ShopUrls>> = {
  tmall: { hosts: ['tmall.com', 'tmall.hk'], product: taobaoProduct },
  taobao: {
    hosts: ['taobao.com'],
    product: taobaoProduct,
    shortHosts: ['tb.cn', 's.click.taobao.com'],
  },
  '1688': { hosts: ['1688.com'], product: String.raw`/offer/(\d+)\.html`, shortHosts: ['qr.1688.com'] },
  aliexpress: {
    hosts: ['aliexpress.com', 'aliexpress.us', 'aliexpress.ru'],
    product: String.raw`/item/(?:[^/]*/)?(\d+)\.html`,
    shortHosts: ['a.aliexpress.com', 's.click.aliexpress.com'],
  },
  lazada: {
    hosts: ['lazada.com', 'lazada.sg', 'lazada.com.my', 'lazada.co.th', 'lazada.vn', 'lazada.com.ph', 'lazada.co.id'],
    product: String.raw`-i(\d+)(?:-s\d+)?\.html`,
  },
  jd: {
    hosts: ['jd.com', 'jd.hk'],
    product: String.raw`/(?:product/)?(\d+)\.html`,
    shortHosts: ['3.cn', 'u.jd.com'],
  },
  pinduoduo: {
    hosts: ['yangkeduo.com', 'pinduoduo.com'],
    // Links that the app shares have no id: `goods2.html?ps=…`.
    product: String.raw`/goods\d*\.html(?:\S*[?&]goods_id=(\d+))?|goods_id=(\d+)`,
    shortHosts: ['p.pinduoduo.com'],
  },
  douyin: { hosts: ['jinritemai.com', 'douyin.com'], product: String.raw`[?&]id=(\d+)|/product/(\d+)` },
  kuaishou: { hosts: ['kwaixiaodian.com', 'kuaishou.com'], product: String.raw`[?&](?:id|itemId)=(\d+)` },
  vipshop: { hosts: ['vip.com', 'vipshop.com'], product: String.raw`/(?:detail|product)-\d+-(\d+)\.html` },
  suning: { hosts: ['suning.com'], product: String.raw`suning\.com(?::\d+)?/(?:[^/]+/)?(\d+)\.html` },
  dangdang: { hosts: ['dangdang.com'], product: String.raw`/(\d+)\.html` },
  xiaohongshu: { hosts: ['xiaohongshu.com'], product: String.raw`/goods-detail/([0-9a-f]+)` },
  youzan: {
    hosts: ['youzan.com'],
    product: String.raw`/(?:wscgoods/detail|showcase/goods|v2/goods)(?:\S*[?&]alias=|/)(\w+)`,
  },
  amazon: {
    hosts: [
      'amazon.com',
      'amazon.cn',
      'amazon.co.jp',
      'amazon.co.uk',
      'amazon.de',
      'amazon.fr',
      'amazon.it',
      'amazon.es',
      'amazon.ca',
      'amazon.com.mx',
      'amazon.com.br',
      'amazon.in',
      'amazon.com.au',
      'amazon.sg',
      'amazon.nl',
      'amazon.se',
    ],
    product: String.raw`/(?:dp|gp/product|gp/aw/d)/([A-Z0-9]{10})`,
    shortHosts: ['a.co', 'amzn.to', 'amzn.eu', 'amzn.asia'],
  },
  ebay: {
    hosts: ['ebay.com', 'ebay.co.uk', 'ebay.de', 'ebay.com.au', 'ebay.ca', 'ebay.fr', 'ebay.it', 'ebay.es'],
    product: String.raw`/itm/(?:[^/]+/)?(\d+)`,
    shortHosts: ['ebay.us'],
  },
  walmart: { hosts: ['walmart.com', 'walmart.ca', 'walmart.com.mx'], product: String.raw`/ip/(?:[^/]+/)?(\d+)` },
  etsy: { hosts: ['etsy.com'], product: String.raw`/listing/(\d+)`, shortHosts: ['etsy.me'] },
  rakuten: {
    hosts: ['rakuten.co.jp'],
    product: String.raw`item\.rakuten\.co\.jp(?::\d+)?/[^/]+/([\w-]+)`,
  },
  mercadolibre: {
    hosts: [
      'mercadolibre.com',
      'mercadolibre.com.mx',
      'mercadolibre.com.ar',
      'mercadolibre.cl',
      'mercadolibre.com.co',
      'mercadolibre.com.uy',
      'mercadolibre.com.pe',
      'mercadolivre.com.br',
    ],
    product: String.raw`(ML[A-Z]-?\d{6,})`,
  },
  shopee: {
    hosts: [
      'shopee.com',
      'shopee.sg',
      'shopee.com.my',
      'shopee.co.th',
      'shopee.vn',
      'shopee.ph',
      'shopee.co.id',
      'shopee.tw',
      'shopee.com.br',
      'xiapi.shopee.cn',
    ],
    product: String.raw`-i\.\d+\.(\d+)|/product/\d+/(\d+)`,
    shortHosts: ['shp.ee'],
  },
  shopify: { hosts: ['myshopify.com'], product: String.raw`/products/[\w%-]+` },
  woocommerce: { hosts: [] },
  magento: { hosts: [] },
};

/** Whether a host is one of the given ones, or below one. */
export const isHostOf = (hosts: readonly string[], hostname: string): boolean =>
  hosts.some((host) => hostname === host || hostname.endsWith(`.${host}`));

/** The shop of a URL, and whether the URL is that of a product; null for other sites. */
export function shopOfUrl(address: string): { platform: ShopPlatform; isProduct: boolean } | null {
  const hostname = URL.parse(address)?.hostname ?? '';
  for (const [platform, { hosts, product, shortHosts = [] }] of Object.entries(shopUrls)) {
    const isShort = isHostOf(shortHosts, hostname);
    if (!isShort && !isHostOf(hosts, hostname)) continue;
    const isProduct = isShort || (product !== undefined && new RegExp(product).test(address));
    return { platform: platform as ShopPlatform, isProduct };
  }
  return null;
}
