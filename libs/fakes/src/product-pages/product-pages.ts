import { makeProduct, type ProductPage, type Style } from './product.ts';
import { chineseStyles } from './styles/chinese.ts';
import { heldOutPlain } from './styles/held-out-plain.ts';
import { heldOutVocabulary } from './styles/held-out-vocabulary.ts';
import { internationalStyles } from './styles/international.ts';
import { marketplaceStyles } from './styles/marketplaces.ts';
import { taobaoStyles } from './styles/taobao.ts';

const styles: readonly Style[] = [
  ...taobaoStyles,
  ...chineseStyles,
  ...internationalStyles,
  ...marketplaceStyles,
  ...heldOutVocabulary,
  ...heldOutPlain,
];

/** A test page with the style it is built in. */
export interface StyledPage extends ProductPage {
  style: string;
  isHeldOut: boolean;
}

const currencies = { zh: 'CNY', en: 'USD', ja: 'JPY', pt: 'BRL', es: 'EUR', de: 'EUR' } as const;
const ownCurrency: Readonly<Record<string, string>> = { 'amazon-de': 'EUR', lazada: 'SGD', woocommerce: 'GBP' };

/** The test pages: two products in each style, one in each that was held out. */
export const productPages: readonly StyledPage[] = styles.flatMap((style, i) => {
  const seeds = style.isHeldOut ? [3 * i + 2] : [3 * i, 3 * i + 1];
  return seeds.map((seed) => {
    const currency = ownCurrency[style.name] ?? currencies[style.language];
    const product = makeProduct(seed, style.language === 'zh' ? 'zh' : 'en', currency);
    return { style: style.name, isHeldOut: style.isHeldOut, ...style.page(product) };
  });
});
