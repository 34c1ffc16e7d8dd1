import {
  decimal,
  documentOf,
  fixed,
  halves,
  lazyPictures,
  type Product,
  pictures,
  type Style,
  variantTruth,
} from '../product.ts';

const others = (product: Product) =>
  `<section class="recommendList--a1"><h3>看了又看</h3><div class="cards">${product.others
    .map(
      ({ title, cents }) =>
        `<a><img width="150" height="150" src="/img/other-1-1.png" alt=""><span>${title}</span><b>¥${fixed(cents)}</b></a>`,
    )
    .join('')}</div></section>`;

const truthOf = (product: Product) => ({
  productId: product.id,
  title: product.title,
  price: decimal(product.cents),
  listPrice: decimal(product.listCents),
  currency: 'CNY',
  shop: product.shop,
  sales: product.sales,
  reviews: product.reviews,
});

/** Data of a page of Taobao's current system. */
const stateOf = (product: Product) => ({
  loaderData: {
    home: {
      data: {
        res: {
          item: { itemId: product.id, title: product.title, images: product.gallery },
          seller: { shopName: product.shop, sellerNick: product.seller },
          skuBase: {
            props: [
              { pid: '1627207', name: '颜色', values: product.variants.map(({ id, name }) => ({ vid: id, name })) },
            ],
            skus: product.variants.map(({ id }) => ({ skuId: `9${id}`, propPath: `1627207:${id}` })),
          },
          skuCore: {
            sku2info: {
              0: { price: { priceText: fixed(product.listCents) }, subPrice: { priceText: fixed(product.cents) } },
              ...Object.fromEntries(
                product.variants.map(({ id, cents }) => [
                  `9${id}`,
                  { price: { priceText: fixed(cents) }, quantity: 12 },
                ]),
              ),
            },
          },
          recommend: product.others.map(({ title, cents }) => ({ title, price: fixed(cents) })),
        },
      },
    },
  },
});

/** Server-side rendering with hashed class names, as on today's Taobao and Tmall. */
const modern = (name: string, host: string): Style => ({
  name,
  isHeldOut: false,
  language: 'zh',
  page(product) {
    const [whole, hundredths] = halves(product.cents);
    const body = `<div id="ice-container"><main><div class="mainPicWrap--a media"><div class="thumbnails--b">${pictures(product.gallery, 'class="thumbnailPic--QasTmWDm"', 60)}</div>
<img class="mainPic--zxTtQs0P" width="400" height="400" src="${product.gallery[0]}" alt=""></div>
<div class="info"><h1 class="mainTitle--R75fTcZL">${product.title}</h1>
<div class="salesDesc--IkAn6uPl small">已售 ${product.sales}</div>
<div class="couponInfo--x small">领券满 299 减 30，到手价 ¥${fixed(product.cents - 3_000)}</div>
<div class="priceWrap--y"><div class="highlightPrice--LlVWiXXs big"><span class="unit--zM7V7E5w small">¥</span><span class="text--LP7Wf49z">${whole}${hundredths === '00' ? '' : `.${hundredths}`}</span></div>
<div class="subPrice--KfQ0yn4v small"><span>优惠前</span><span class="unit--x">¥</span><span class="text--LP7Wf49z">${fixed(product.listCents)}</span></div></div>
<div class="installment--q small">花呗分期 ¥${fixed(Math.round(product.cents / 12))} × 12期</div>
<div class="skuWrap--k">${product.variants.map(({ name }) => `<div class="valueItem--GzWd2LsV">${name}</div>`).join('')}</div>
<div class="shopHeader--s"><span class="shopName--cSjM9uKk">${product.shop}</span></div>
<div class="gone">¥0.01</div></div>
<div class="wide"><div class="tabTitleItem--z">用户评价 · ${product.reviews}</div>${others(product)}
<div class="imageTextInfo-content imageTextInfo--w">${lazyPictures(product.detail)}</div></div></main></div>
<script>!(function(){window.__ICE_APP_CONTEXT__=${JSON.stringify(stateOf(product))};})();</script>`;
    return {
      host,
      path: `/item.htm?spm=a21n57.1.0.0&id=${product.id}&skuId=1`,
      html: documentOf({ title: `${product.title}-淘宝网`, body }),
      truth: truthOf(product),
      variants: variantTruth(product),
      images: [...product.gallery, ...product.detail],
    };
  },
});

/** The earlier pages: in GBK, the price filled in by a script from JSONP. */
const classic: Style = {
  name: 'taobao-classic',
  isHeldOut: false,
  language: 'zh',
  page(product) {
    const body = `<div id="detail"><main><div class="tb-gallery media"><img id="J_ImgBooth" width="400" height="400" src="${product.gallery[0]}" alt=""><ul id="J_UlThumb">${pictures(product.gallery, '', 60)}</ul></div>
<div class="tb-property info"><div id="J_Title"><h3 class="tb-main-title">${product.title}</h3></div>
<ul class="tb-meta"><li id="J_StrPriceModBox">价格 <strong id="J_StrPrice"><em class="tb-rmb">¥</em><em class="tb-rmb-num" style="text-decoration:line-through">${fixed(product.listCents)}</em></strong></li>
<li id="J_PromoPrice" class="big">淘宝价 <em class="tb-rmb">¥</em><em id="J_PromoPriceNum" class="tb-rmb-num"></em></li></ul>
<div>累计评论 <strong id="J_RateCounter">${product.reviews}</strong> 交易成功 <strong id="J_SellCounter">${product.sales}</strong></div>
<div class="tb-shop-name"><a>${product.shop}</a></div><a class="tb-icon-license" href="/licence?xid=${product.id}">营业执照</a></div>
<div class="wide">${others(product)}<div id="description">${lazyPictures(product.detail, 'data-ks-lazyload')}</div></div></main></div>
<script>var g_config={itemId:'${product.id}',shopName:'${product.shop}',sellerNick:"${product.seller}",sibUrl:'//detailskip.example'};
window.onSibRequestSuccess=function(d){document.getElementById('J_PromoPriceNum').textContent=d.data.promotion.promoData.def[0].price};</script>
<script src="/detailskip.js"></script>`;
    const answer = {
      code: { code: 0 },
      data: { promotion: { promoData: { def: [{ price: fixed(product.cents), type: '促销价' }] } } },
    };
    return {
      host: 'item.taobao.com',
      path: `/item.htm?id=${product.id}`,
      html: documentOf({ title: product.title, body, charset: 'gbk' }),
      charset: 'gbk',
      resources: {
        '/detailskip.js': { type: 'application/x-javascript', body: `onSibRequestSuccess(${JSON.stringify(answer)});` },
      },
      truth: { ...truthOf(product), licence: `/licence?xid=${product.id}` },
      images: [...product.gallery, ...product.detail],
    };
  },
};

const wholesale: Style = {
  name: '1688',
  isHeldOut: false,
  language: 'zh',
  page(product) {
    const [whole, hundredths] = halves(product.cents);
    const data = {
      tempModel: { offerId: product.id, offerTitle: product.title, companyName: product.seller },
      skuModel: {
        skuInfoMap: Object.fromEntries(
          product.variants.map(({ id, name, cents }) => [
            name,
            { specAttrs: name, price: fixed(cents), skuId: id, canBookCount: 99 },
          ]),
        ),
      },
    };
    const body = `<main><div class="detail-gallery-turn media">${pictures(product.gallery, 'class="detail-gallery-img"', 200)}</div>
<div class="info"><div class="title-content"><h1>${product.title}</h1></div>
<div class="title-info"><span class="title-second-text">${product.reviews}条评价</span> <span class="title-sale-column">近90天成交 ${product.sales}</span></div>
<div class="price-content big"><div class="price-box"><span class="price-unit">¥</span><span class="price-text"><strong>${whole}</strong>.${hundredths}</span></div></div>
<div class="small">代发价 ¥${fixed(product.cents + 500)} 起 · <span class="originalPrice strike">¥${fixed(product.listCents)}</span></div>
${product.variants.map(({ name, cents }) => `<div class="sku-item-wrapper"><span class="sku-item-name">${name}</span><span class="discountPrice-price">${fixed(cents)}元</span></div>`).join('')}
<div class="shop-company-name"><h1 style="font-size:14px">${product.seller}</h1></div></div>
<div class="wide">${others(product)}<div class="content-detail">${lazyPictures(product.detail, 'data-lazyload-src')}</div></div></main>
<script>window.__INIT_DATA={"globalData":${JSON.stringify(data)}};</script>`;
    const { sales, reviews, title, productId, price, listPrice, currency } = truthOf(product);
    return {
      host: 'detail.1688.com',
      path: `/offer/${product.id}.html`,
      html: documentOf({ title: product.title, body }),
      truth: {
        sales,
        reviews,
        title,
        productId,
        price,
        listPrice,
        currency,
        shop: product.seller,
        seller: product.seller,
      },
      variants: variantTruth(product),
      images: [...product.gallery, ...product.detail],
    };
  },
};

/** Product pages in the manner of the shops of the Alibaba group. */
export const taobaoStyles: readonly Style[] = [
  modern('taobao', 'item.taobao.com'),
  modern('tmall', 'detail.tmall.com'),
  classic,
  wholesale,
];
