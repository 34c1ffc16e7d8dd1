import type { Word } from '../shared/words.ts';
import type { ShopPlatform } from './shop-urls.ts';

/** Names of the shops and shop systems whose pages are known, by the platform that `product.json` states. */
const shopNames: Readonly<Record<ShopPlatform, Word>> = {
  taobao: ['淘宝', 'Taobao'],
  tmall: ['天猫', 'Tmall'],
  '1688': ['1688', '1688'],
  aliexpress: ['速卖通', 'AliExpress'],
  lazada: ['Lazada', 'Lazada'],
  jd: ['京东', 'JD.com'],
  pinduoduo: ['拼多多', 'Pinduoduo'],
  douyin: ['抖音', 'Douyin'],
  kuaishou: ['快手', 'Kuaishou'],
  vipshop: ['唯品会', 'Vipshop'],
  suning: ['苏宁易购', 'Suning'],
  dangdang: ['当当', 'Dangdang'],
  xiaohongshu: ['小红书', 'Xiaohongshu'],
  youzan: ['有赞', 'Youzan'],
  amazon: ['亚马逊', 'Amazon'],
  ebay: ['eBay', 'eBay'],
  walmart: ['沃尔玛', 'Walmart'],
  etsy: ['Etsy', 'Etsy'],
  rakuten: ['乐天', 'Rakuten'],
  mercadolibre: ['美客多', 'Mercado Libre'],
  shopee: ['虾皮', 'Shopee'],
  shopify: ['Shopify', 'Shopify'],
  woocommerce: ['WooCommerce', 'WooCommerce'],
  magento: ['Magento', 'Magento'],
};

/** Name of a platform; if unknown, the platform as stated in `product.json`. */
export const shopName = (platform: string): Word =>
  (shopNames as Readonly<Record<string, Word>>)[platform] ?? [platform, platform];
