import { type ProductField, type ProductFieldName, paths } from '@proofkeep/bundle';
import type { ProductFacts } from './facts.ts';
import { ink, type Label, type Paper } from './paper.ts';

const labels: Record<ProductFieldName, Label> = {
  productId: ['商品编号', 'Product ID'],
  title: ['标题', 'Title'],
  price: ['价格', 'Price'],
  priceFrom: ['最低价', 'Lowest price'],
  priceTo: ['最高价', 'Highest price'],
  listPrice: ['原价', 'List price'],
  variantPrice: ['规格价格', 'Variant price'],
  currency: ['币种', 'Currency'],
  shop: ['店铺', 'Shop'],
  seller: ['卖家', 'Seller'],
  licence: ['资质链接', 'Licence link'],
  sales: ['销量', 'Sold'],
  rating: ['评分', 'Rating'],
  reviews: ['评价数', 'Reviews'],
};

/** Variants that the certificate lists; `data/product.json` has all of them. */
const maxVariants = 40;

/** Draws what the page stated about a product. The heading and the note say that only the page states it. */
export function drawProduct(paper: Paper, { fields, images }: ProductFacts): void {
  paper.heading(['网页当时显示的商品信息', 'Product facts as shown by the page at capture time']);
  paper.paragraph(
    '以下内容为网页在取证时所显示或其数据所载，未经核实，不表示商品、价格、销量或店铺信息属实。\nThe page showed this, or its data stated it, when it was captured. None of it was verified: it does not mean that product, prices, sales or shop are as stated.',
    { color: ink.soft, size: 7.4 },
  );
  if (fields.length === 0) paper.paragraph('未找到商品信息  no product facts were found');
  const variants = fields.filter(({ name }) => name === 'variantPrice');
  for (const field of fields) if (field.name !== 'variantPrice') drawField(paper, field);
  for (const field of variants.slice(0, maxVariants)) drawField(paper, field);
  const more = variants.length - maxVariants;
  if (more > 0)
    paper.paragraph(`另有 ${more} 个规格，见 ${paths.product}\n${more} more variants, see ${paths.product}`);
  if (images.count > 0)
    paper.fact(['商品图片', 'Images'], `${images.captured} / ${images.count}`, { tail: paths.record });
}

function drawField(paper: Paper, { name, variant, value, shown, source }: ProductField): void {
  const place = shown ? `x ${shown.box.x}  y ${shown.box.y}` : '仅在源数据中  in the source only';
  const quoted =
    shown && name !== 'title' && shown.parts.join('').trim() !== value ? `   “${shown.parts.join('')}”` : '';
  const text = `${variant === null ? '' : `${variant}   `}${value}${quoted.replace(/[“”]/g, '"')}`;
  paper.fact(labels[name], text, { tail: place });
  if (source === null) paper.note('网络记录中未找到原样内容\nnot found verbatim in the recorded responses');
}
