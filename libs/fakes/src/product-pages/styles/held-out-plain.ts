import {
  decimal,
  documentOf,
  european,
  fixed,
  grouped,
  halves,
  lazyPictures,
  type Product,
  pictures,
  type Style,
  variantTruth,
} from '../product.ts';

const all = ({ gallery, detail }: Product) => [...gallery, ...detail];

const style = (name: string, language: Style['language'], page: Style['page']): Style => ({
  name,
  isHeldOut: true,
  language,
  page,
});

const yuan = ({ id, title, cents, listCents }: Product) => ({
  productId: id,
  title,
  price: decimal(cents),
  listPrice: decimal(listCents),
  currency: 'CNY',
});

/** The phone page of a shop that an adapter knows by its other pages. */
const jdPhone = style('jd-phone', 'zh', (product) => {
  const [whole, hundredths] = halves(product.cents);
  const data = {
    item: { skuName: product.title, skuId: product.id },
    price: { p: fixed(product.cents), m: fixed(product.listCents) },
    shopInfo: { shop: { name: product.shop } },
  };
  const body = `<div class="image-carousel">${pictures(product.gallery)}</div><div class="priceWrap"><span class="price big"><i>¥</i>${whole}<em style="font-size:18px">.${hundredths}</em></span> <span class="oPrice strike small">¥${fixed(product.listCents)}</span></div><h1 id="itemName">${product.title}</h1><div class="coupon">满300减40</div><div class="comment-count">评价 ${product.reviews}+</div><div class="shop-name">${product.shop}</div><div class="recommend"><div class="cards">${product.others.map(({ title, cents }) => `<div>${title}<b>¥${fixed(cents)}</b></div>`).join('')}</div></div><div class="detail-content">${lazyPictures(product.detail)}</div><script>window._itemOnly=(${JSON.stringify(data)});</script>`;
  return {
    host: 'item.m.jd.com',
    path: `/product/${product.id}.html`,
    html: documentOf({ title: product.title, body }),
    truth: { ...yuan(product), shop: product.shop, reviews: `${product.reviews}+` },
    images: all(product),
  };
});

const youzan = style('youzan', 'zh', (product) => {
  const data = {
    goods: { id: product.id, title: product.title },
    skuInfo: { skus: product.variants.map(({ id, name, cents }) => ({ skuId: id, s1Name: name, price: cents })) },
    shop: { name: product.shop },
  };
  const body = `<div id="app-container" data-kdt="1"><div class="goods-swiper">${pictures(product.gallery)}</div><div class="goods-price"><span class="goods-price__current big">￥<span>${fixed(product.cents)}</span></span><span class="goods-price__origin strike">￥${fixed(product.listCents)}</span></div><h2 class="goods-title__main">${product.title}</h2><div class="goods-sales">销量 ${product.sales}</div><div class="m-shop-info__name">${product.shop}</div><div class="goods-recommend cards">${product.others.map(({ title, cents }) => `<div>${title}<b>￥${fixed(cents)}</b></div>`).join('')}</div><div class="rich-text">${pictures(product.detail)}</div></div><script>window._global=${JSON.stringify(data)}</script>`;
  return {
    host: 'shop12345.youzan.com',
    path: `/wscgoods/detail/abc?alias=abc${product.id}`,
    html: documentOf({ title: product.title, body }),
    truth: { ...yuan(product), shop: product.shop, sales: product.sales },
    variants: variantTruth(product),
    images: all(product),
  };
});

/** Only text, as on small Chinese shops. */
const smallShop = style('small-chinese-shop', 'zh', (product) => {
  const body = `<div class="nav">首页 全部商品 购物车(0)</div><main><div class="media">${pictures(product.gallery)}</div><div class="info"><h1>${product.title}</h1><p>市场价：<del>¥${fixed(product.listCents)}</del></p><p>本店价：<strong style="font-size:26px;color:red">¥${fixed(product.cents)}</strong></p><p>商品货号：${product.id}</p><p>已售 ${product.sales} 件　商品评价（${product.reviews}）</p><p>店铺：${product.shop}</p><p>运费：¥12.00</p></div><div class="wide"><h3>猜你喜欢</h3><div class="guess-like cards">${product.others.map(({ title, cents }) => `<div>${title}<b>¥${fixed(cents)}</b></div>`).join('')}</div>${pictures(product.detail)}</div></main>`;
  return {
    host: 'www.laojie.example',
    path: `/goods.php?id=${product.id}`,
    html: documentOf({ title: product.title, body }),
    truth: { ...yuan(product), shop: product.shop, sales: product.sales, reviews: product.reviews },
    images: all(product),
  };
});

/** Only the page's state contains id and variants; the price is shown without telling class names. */
const fastFashion = style('fast-fashion', 'en', (product) => {
  const state = { pageData: { productIntroData: { detail: { goods_id: product.id, goods_name: product.title } } } };
  const body = `<main><div class="media">${pictures(product.gallery)}</div><div class="info"><h1 class="x1a">${product.title}</h1><div class="x2b"><span class="x3c" style="font-size:27px;color:#fa6338">$${fixed(product.cents)}</span><span class="x4d" style="text-decoration:line-through">$${fixed(product.listCents)}</span><span>-28%</span></div><div class="small">SKU: ${product.id}</div><div>4 interest-free payments of $${fixed(Math.round(product.cents / 4))}</div><div>${product.rating} / 5 (${product.reviews} Reviews)</div><div>Extra $3.00 off orders over $29.00</div></div><div class="wide"><div class="customers-also-viewed"><div class="cards">${product.others.map(({ title, cents }) => `<div>${title}<b>$${fixed(cents)}</b></div>`).join('')}</div></div>${pictures(product.detail)}</div></main><script>window.gbRawData = ${JSON.stringify(state)}</script>`;
  return {
    host: 'us.quickwear.example',
    path: `/some-name-p-${product.id}.html`,
    html: documentOf({ title: product.title, body }),
    truth: {
      productId: product.id,
      title: product.title,
      price: decimal(product.cents),
      listPrice: decimal(product.listCents),
      currency: 'USD',
      rating: product.rating,
      reviews: product.reviews,
    },
    images: all(product),
  };
});

const spanish = style('spanish-department', 'es', (product) => {
  const euro = (cents: number) => `${european(cents)} €`;
  const body = `<main><div class="media">${pictures(product.gallery)}</div><div class="info"><h1>${product.title}</h1><div class="price _big" style="font-size:25px">${euro(product.cents)}</div><div><span class="strike">${euro(product.listCents)}</span> -28%</div><div>Ref. ${product.id}</div><div>Financiación: ${euro(Math.round(product.cents / 10))}/mes</div><div>Vendido por ${product.seller}</div><div>${product.rating} de 5 · ${product.reviews} opiniones</div></div><div class="wide"><div class="related-products cards">${product.others.map(({ title, cents }) => `<div>${title}<b>${euro(cents)}</b></div>`).join('')}</div>${pictures(product.detail)}</div></main>`;
  return {
    host: 'www.elarco.example',
    path: `/hogar/A${product.id}-some-name/`,
    html: documentOf({ title: product.title, body }),
    truth: {
      productId: product.id,
      title: product.title,
      price: decimal(product.cents),
      listPrice: decimal(product.listCents),
      currency: 'EUR',
      seller: product.seller,
      reviews: product.reviews,
    },
    images: all(product),
  };
});

const japanese = style('japanese-mall', 'ja', (product) => {
  const yen = (cents: number) => `¥${(cents / 100).toLocaleString('en-US')}`;
  const body = `<main><div class="media">${pictures(product.gallery)}</div><div class="info"><h1>${product.title}</h1><p>通常価格 <s>${yen(product.listCents)}</s></p><p>販売価格 <span style="font-size:28px;color:#bf0000">${yen(product.cents)}</span>(税込)</p><p>送料 ¥660 ／ ポイント1%</p><p>レビュー（${product.reviews}件）</p><p>商品コード ${product.id}</p></div><div class="wide"><h2>関連商品</h2><div class="related cards">${product.others.map(({ title, cents }) => `<div>${title}<b>${yen(Math.round(cents / 100) * 100)}</b></div>`).join('')}</div>${pictures(product.detail)}</div></main>`;
  return {
    host: 'store.asahido.example',
    path: `/mall/item/${product.id}.html`,
    html: documentOf({ title: product.title, body }),
    truth: {
      productId: product.id,
      title: product.title,
      price: decimal(product.cents),
      listPrice: decimal(product.listCents),
      currency: 'JPY',
      reviews: product.reviews,
    },
    images: all(product),
  };
});

/** Cards of other products are as prominent as the product, and come first in the document. */
const crowded = style('crowded', 'en', (product) => {
  const body = `<div class="sponsored-products cards">${product.others.map(({ title, cents }) => `<div>${title}<b style="font-size:30px">$${grouped(cents)}</b></div>`).join('')}</div><main><div class="media">${pictures(product.gallery)}</div><div class="info"><h1>${product.title}</h1><div style="font-size:30px">$${grouped(product.cents)}</div><div>List price: <s>$${grouped(product.listCents)}</s></div><div>Shipping $8.99 · Warranty $19.99</div><div>Item number ${product.id}</div><div>Seller: ${product.seller}</div></div><div class="wide">${pictures(product.detail)}</div></main>`;
  return {
    host: 'www.megamart.example',
    path: `/item/${product.id}`,
    html: documentOf({ title: product.title, body }),
    truth: {
      productId: product.id,
      title: product.title,
      price: decimal(product.cents),
      listPrice: decimal(product.listCents),
      currency: 'USD',
      seller: product.seller,
    },
    images: all(product),
  };
});

/** Product pages of shops that no adapter knows, without the vocabulary of schema.org. */
export const heldOutPlain: readonly Style[] = [jdPhone, youzan, smallShop, fastFashion, spanish, japanese, crowded];
