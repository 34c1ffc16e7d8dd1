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

const others = (product: Product, heading: string) =>
  `<div class="recommend-wrap"><h3>${heading}</h3><div class="cards">${product.others
    .map(({ title, cents }) => `<a><span>${title}</span><b>¥ ${fixed(cents)}</b></a>`)
    .join('')}</div></div>`;

const priced = ({ id, title, cents, listCents }: Product) => ({
  productId: id,
  title,
  price: decimal(cents),
  listPrice: decimal(listCents),
  currency: 'CNY',
});

const all = ({ gallery, detail }: Product) => [...gallery, ...detail];

/** The price comes with a request after the page has loaded. */
const jd: Style = {
  name: 'jd',
  isHeldOut: false,
  language: 'zh',
  page(product) {
    const body = `<main><div id="spec-list" class="media">${pictures(product.gallery, '', 120)}</div>
<div class="itemInfo-wrap info"><div class="sku-name" style="font-size:18px">${product.title}</div>
<div class="summary-price"><div class="dd"><span class="p-price big"><span>￥</span><span class="price J-p-${product.id}"></span></span> <span class="small">[<del id="page_maprice"></del>]</span> <a class="small">降价通知</a></div></div>
<div class="summary-quan small">领券 满199减10 满399减40</div><div id="comment-count">累计评价 <a class="count J-comm-${product.id}">${product.reviews}+</a></div>
<div class="small">白条分期：￥${fixed(Math.round(product.cents / 24))}起 × 24期</div>
<div class="choose">${product.variants.map(({ name }) => `<div class="item"><a>${name}</a></div>`).join('')}</div></div>
<div class="contact"><div class="J-hove-wrap"><div class="name"><a>${product.shop}</a></div></div><a href="//mall.jd.com/showLicence-${product.id}.html">证照</a></div>
<div class="wide">${others(product, '人气单品')}<ul class="p-parameter"><li>商品编号：${product.id}</li><li>商品毛重：1.00kg</li></ul><div id="J-detail-content">${lazyPictures(product.detail, 'data-lazyload')}</div></div></main>
<script>var pageConfig={compatible:true,product:{skuid:${product.id},name:'${product.title}',vender:"${product.seller}",colorSize:[${product.variants.map(({ id, name }) => `{"skuId":${id},"颜色":"${name}"}`).join(',')}]}};
fetch('/api/prices').then((r)=>r.json()).then(([{p,m}])=>{document.querySelector('.J-p-${product.id}').textContent=p;document.querySelector('#page_maprice').textContent='￥'+m})</script>`;
    return {
      host: 'item.jd.com',
      path: `/${product.id}.html`,
      html: documentOf({ title: `${product.title} - 京东`, body }),
      resources: {
        '/api/prices': {
          type: 'application/json',
          body: JSON.stringify([
            {
              id: `J_${product.id}`,
              p: fixed(product.cents),
              m: fixed(product.listCents),
              op: fixed(product.listCents),
            },
          ]),
        },
      },
      truth: {
        ...priced(product),
        shop: product.shop,
        seller: product.seller,
        reviews: `${product.reviews}+`,
        licence: `https://mall.jd.com/showLicence-${product.id}.html`,
      },
      images: all(product),
    };
  },
};

const pinduoduo: Style = {
  name: 'pinduoduo',
  isHeldOut: false,
  language: 'zh',
  page(product) {
    const [whole, hundredths] = halves(product.cents);
    const goods = {
      goodsID: product.id,
      goodsName: product.title,
      minGroupPrice: fixed(product.cents),
      marketPrice: fixed(product.listCents),
      skus: product.variants.map(({ id, name, cents }) => ({
        skuID: id,
        groupPrice: fixed(cents),
        normalPrice: fixed(cents + 300),
        specs: [{ spec_key: '款式', spec_value: name }],
      })),
    };
    const raw = { store: { initDataObj: { goods, mall: { mallName: product.shop } } } };
    const body = `<main><div class="_2goods-container media"><div class="swiper-slide">${pictures(product.gallery, '', 200)}</div></div>
<div class="info"><div class="_1goods-price-line"><div class="goods-price big"><span class="_3current"><i>¥</i><b>${whole}</b><small style="font-size:18px">.${hundredths}</small></span> <span class="_4market small strike">¥${fixed(product.listCents)}</span></div><span class="_5goods-sales small">已拼${product.sales}件</span></div>
<h1 class="_6enable goods-name">${product.title}</h1><div class="small">单独购买 ¥${fixed(product.cents + 300)} · 发起拼单 ¥${fixed(product.cents)}</div>
<div class="_7mall-name">${product.shop}</div><div class="_8comment-title">商品评价(${product.reviews})</div></div>
<div class="wide">${others(product, '猜你喜欢')}<div class="_9goods-detail">${lazyPictures(product.detail)}</div></div></main>
<script>window.rawData=${JSON.stringify(raw)};document.dispatchEvent(new Event('XRenderInitialPropsLoaded'));</script>`;
    return {
      host: 'mobile.yangkeduo.com',
      path: `/goods.html?goods_id=${product.id}`,
      html: documentOf({ title: product.title, body }),
      truth: { ...priced(product), shop: product.shop, sales: product.sales, reviews: product.reviews },
      variants: variantTruth(product),
      images: all(product),
    };
  },
};

/** Built in the browser from a response whose prices are in hundredths. */
const clientSide = (
  name: string,
  host: string,
  path: (product: Product) => string,
  classes: {
    title: string;
    price: string;
    origin: string;
    shop: string;
    sales: string;
    comment: string;
    gallery: string;
    detail: string;
  },
  answer: (product: Product) => object,
): Style => ({
  name,
  isHeldOut: false,
  language: 'zh',
  page(product) {
    const [whole, hundredths] = halves(product.cents);
    const markup = `<main><div class="${classes.gallery} media">${pictures(product.gallery, '', 200)}</div><div class="info">
<div class="${classes.price.split(' ')[0]}"><span class="${classes.price.split(' ')[1]} big"><span>¥</span>${whole}<span>.${hundredths}</span></span><span class="${classes.origin} small strike">¥${fixed(product.listCents)}</span><span class="small">券后 ¥${fixed(product.cents - 500)}</span></div>
<h1 class="${classes.title}">${product.title}</h1><div class="${classes.sales} small">已售${product.sales}</div><div class="${classes.shop}">${product.shop}</div>
<div class="${classes.comment}">商品评价(${product.reviews})</div></div><div class="wide">${others(product, '更多推荐')}<div class="${classes.detail}">${pictures(product.detail, '', 500)}</div></div></main>`;
    const script = `fetch('/api/detail').then((r)=>r.json()).then((d)=>{document.querySelector('#app').innerHTML=${JSON.stringify(markup).replaceAll('<', '\\u003c')};window.__d=d})`;
    return {
      host,
      path: path(product),
      html: documentOf({ title: '商品详情', body: `<div id="app">加载中</div><script>${script}</script>` }),
      resources: { '/api/detail': { type: 'application/json', body: JSON.stringify(answer(product)) } },
      truth: { ...priced(product), shop: product.shop, sales: product.sales, reviews: product.reviews },
      variants: variantTruth(product),
      images: all(product),
    };
  },
});

const douyin = clientSide(
  'douyin',
  'haohuo.jinritemai.com',
  ({ id }) => `/ecommerce/trade/detail/index.html?id=${id}`,
  {
    title: 'product-title__a',
    price: 'price-line__b price__main',
    origin: 'price__origin',
    shop: 'shop-name__c',
    sales: 'sell-num',
    comment: 'comment__title title',
    gallery: 'head-figure',
    detail: 'detail-pic',
  },
  (product) => ({
    promotion_h5: {
      product_id: product.id,
      promotion: { title: product.title, min_price: product.cents, market_price: product.listCents },
      shop_info: { shop_name: product.shop },
      sku_list: product.variants.map(({ id, name, cents }) => ({ id, spec_desc: name, price: cents, stock: 3 })),
    },
    recommend: product.others.map(({ title, cents }) => ({ name: title, min_price: cents })),
  }),
);

const kuaishou = clientSide(
  'kuaishou',
  'app.kwaixiaodian.com',
  ({ id }) => `/page/kwaishop-buyer-goods-detail?id=${id}`,
  {
    title: 'goods-title-3x',
    price: 'price-area-1 real-price-2',
    origin: 'origin-price-9',
    shop: 'shop-name-4',
    sales: 'sold-5',
    comment: 'comment-title-6',
    gallery: 'goods-swiper-7',
    detail: 'goods-detail-8',
  },
  (product) => ({
    result: 1,
    data: {
      itemInfo: { itemId: product.id, title: product.title, price: product.cents, originalPrice: product.listCents },
      shopInfo: { shopName: product.shop },
      skuInfoList: product.variants.map(({ id, name, cents }) => ({
        skuId: id,
        specification: name,
        skuSalePrice: cents,
      })),
    },
  }),
);

const xiaohongshu = clientSide(
  'xiaohongshu',
  'www.xiaohongshu.com',
  ({ id }) => `/goods-detail/${Number(id).toString(16)}`,
  {
    title: 'goods-name',
    price: 'price-container deal-price',
    origin: 'origin-price',
    shop: 'seller-name',
    sales: 'sold-count',
    comment: 'review title',
    gallery: 'carousel',
    detail: 'goods-desc',
  },
  (product) => ({
    data: {
      goodsDetail: {
        itemId: Number(product.id).toString(16),
        title: product.title,
        price: { dealPrice: product.cents / 100, originPrice: product.listCents / 100 },
        seller: { name: product.shop },
      },
      variants: product.variants.map(({ id, name, cents }) => ({ id, name, price: cents / 100 })),
    },
  }),
);

const xiaohongshuStyle: Style = {
  ...xiaohongshu,
  page(product) {
    const page = xiaohongshu.page(product);
    return { ...page, truth: { ...page.truth, productId: Number(product.id).toString(16) } };
  },
};

const vipshop: Style = {
  name: 'vipshop',
  isHeldOut: false,
  language: 'zh',
  page(product) {
    const body = `<main><div class="show-list-item media">${pictures(product.gallery, '', 120)}</div><div class="info"><p class="pib-title-class">${product.shop}</p><p class="pib-title-detail" style="font-size:18px">${product.title}</p>
<div class="sp-info"><span class="big"><span class="yen">¥</span><span class="sp-price">${decimal(product.cents)}</span></span> <span class="small">特卖价</span> <span class="marketPrice strike">¥${decimal(product.listCents)}</span> <span class="small">满2件 ¥${decimal(product.cents - 800)}/件</span></div>
<div class="goods-sales small">已抢${product.sales}件</div><div class="J-detail-comment">商品评价(${product.reviews})</div><div class="other-infoCoding">商品编码：${product.id}</div></div>
<div class="wide">${others(product, '同品牌推荐')}<div class="dc-img-con">${lazyPictures(product.detail, 'data-original')}</div></div></main>`;
    return {
      host: 'detail.vip.com',
      path: `/detail-1711-${product.id}.html`,
      html: documentOf({ title: product.title, body }),
      truth: { ...priced(product), shop: product.shop, sales: product.sales, reviews: product.reviews },
      images: all(product),
    };
  },
};

const suning: Style = {
  name: 'suning',
  isHeldOut: false,
  language: 'zh',
  page(product) {
    const [whole, hundredths] = halves(product.cents);
    const body = `<main><div class="imgzoom-thumb-main media">${pictures(product.gallery, '', 120)}</div><div class="info"><div class="proinfo-title"><h1 id="itemDisplayName"><span>自营</span>${product.title}</h1></div>
<dl class="price-promo">易购价 <span class="mainprice big" id="promotionPrice"><i>¥</i>${whole}<span>.${hundredths}</span></span></dl><dl class="price-netprice small">参考价 <del class="smallprice">¥${fixed(product.listCents)}</del></dl>
<div class="small">任性付 ¥${fixed(Math.round(product.cents / 6))}/期</div><div class="proinfo-comment">累计评价 <a id="proinfoEvaluateNum">${product.reviews}</a></div><div class="proinfo-code">商品编码：${product.id}</div>
<div class="si-intro-list"><a id="shopName">${product.shop}</a></div><a href="/zizhi/${product.id}.html">证照信息</a></div>
<div class="wide">${others(product, '看了还看')}<div id="productDetail">${lazyPictures(product.detail, 'src3')}</div></div></main><script>var sn=sn||{};sn={"partNumber":"${product.id}","itemDisplayName":"${product.title}","shopCode":"0070"};</script>`;
    return {
      host: 'product.suning.com',
      path: `/0070067633/${product.id}.html`,
      html: documentOf({ title: product.title, body }),
      truth: {
        ...priced(product),
        title: `自营${product.title}`,
        shop: product.shop,
        reviews: product.reviews,
        licence: `/zizhi/${product.id}.html`,
      },
      images: all(product),
    };
  },
};

const dangdang: Style = {
  name: 'dangdang',
  isHeldOut: false,
  language: 'zh',
  page(product) {
    const body = `<main><div class="pic_info media"><img id="largePic" width="320" height="320" src="${product.gallery[0]}" alt=""><ul id="main-img-slider">${pictures(product.gallery, '', 60)}</ul></div>
<div class="info"><div class="name_info"><h1 title="${product.title}">${product.title}</h1></div><div class="price_d">抢购价 <p id="dd-price" class="big"><span class="yen">¥</span>${fixed(product.cents)}</p><span class="small">(6.8折)</span></div>
<div class="price_m">定价 <div id="original-price" class="strike" style="display:inline-block"><span class="yen">¥</span>${fixed(product.listCents)}</div></div><div class="pinglun"><a id="comm_num_down">${product.reviews}</a>条评论</div>
<ul class="sku_list">${product.variants.map(({ name, cents }) => `<li><span>${name}</span><em>¥${fixed(cents)}</em></li>`).join('')}</ul></div>
<div class="title_name"><span class="name">${product.shop}</span></div>
<div class="wide">${others(product, '买过本商品的人还买了')}<div id="detail"><div class="descrip">${lazyPictures(product.detail, 'data-original')}</div></div></div></main>`;
    return {
      host: 'product.dangdang.com',
      path: `/${product.id}.html`,
      html: documentOf({ title: product.title, body, charset: 'gbk' }),
      charset: 'gbk',
      truth: { ...priced(product), shop: product.shop, reviews: product.reviews },
      variants: variantTruth(product),
      images: all(product),
    };
  },
};

/** Product pages in the manner of Chinese shops. */
export const chineseStyles: readonly Style[] = [
  jd,
  pinduoduo,
  douyin,
  kuaishou,
  xiaohongshuStyle,
  vipshop,
  suning,
  dangdang,
];
