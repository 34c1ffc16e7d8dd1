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

const rakuten: Style = {
  name: 'rakuten',
  isHeldOut: false,
  language: 'ja',
  page(product) {
    const yen = (cents: number) => `${(cents / 100).toLocaleString('en-US')}円`;
    const body = `<main><div class="image_main media">${pictures(product.gallery, '', 200)}</div><div class="info"><span class="item_number">${product.id}</span><h1><span class="normal_reserve_item_name"><b>${product.title} 送料無料</b></span></h1>
<div>メーカー希望小売価格 <span class="double_price strike">${yen(product.listCents)}</span></div><div id="rakutenLimitedId_cart"><span class="price2 big">${yen(product.cents)}</span> <span class="small">税込 送料 550円 · ポイント 12ポイント(1倍)</span></div>
<div class="small">分割払い 月々 ${yen(Math.round(product.cents / 1200) * 100)}</div><div><span class="revEvaNumber">${product.rating}</span> <span class="revEvaCount">(${product.reviews}件)</span></div><div class="shop-bookmark"><a>${product.shop}</a></div></div>
<div class="wide"><div class="ranking-related"><h2>この商品を見た人はこちらも</h2><div class="cards">${product.others.map(({ title, cents }) => `<div>${title}<b>${yen(Math.round(cents / 100) * 100)}</b></div>`).join('')}</div></div><div class="item_desc">${pictures(product.detail, '', 400)}</div></div></main>`;
    return {
      host: 'item.rakuten.co.jp',
      path: `/oldstreet/${product.id}/`,
      html: documentOf({ title: `【楽天市場】${product.title}`, body }),
      truth: {
        productId: product.id,
        title: `${product.title} 送料無料`,
        price: decimal(product.cents),
        listPrice: decimal(product.listCents),
        currency: 'JPY',
        shop: product.shop,
        rating: product.rating,
        reviews: product.reviews,
      },
      images: all(product),
    };
  },
};

const mercado = (name: string, host: string, symbol: string, currency: string): Style => ({
  name,
  isHeldOut: false,
  language: 'pt',
  page(product) {
    const id = `MLB-${product.id.slice(0, 10)}`;
    const money = (cents: number, names: string, tag = 'span') => {
      const [whole, hundredths] = halves(cents);
      return `<${tag} class="andes-money-amount ${names}"><span class="andes-money-amount__currency-symbol">${symbol}</span><span class="andes-money-amount__fraction">${Number(whole).toLocaleString('de-DE')}</span>${hundredths === '00' ? '' : `<span class="andes-money-amount__cents" style="font-size:40%;vertical-align:super">${hundredths}</span>`}</${tag}>`;
    };
    const body = `<main><div class="ui-pdp-gallery media">${product.gallery.map((path) => `<figure class="ui-pdp-gallery__figure"><img src="${path}" width="200" height="200" alt=""></figure>`).join('')}</div>
<div class="info"><span class="ui-pdp-subtitle">Novo  |  +${product.sales.replace(/\D/g, '')} vendidos</span><h1 class="ui-pdp-title">${product.title}</h1><span class="ui-pdp-review__rating">${product.rating}</span> <span class="ui-pdp-review__amount">(${product.reviews})</span>
<div class="ui-pdp-price"><div class="small">${money(product.listCents, 'ui-pdp-price__original-value andes-money-amount--previous strike', 's')}</div><div class="ui-pdp-price__second-line"><span class="ui-pdp-price__part">${money(product.cents, 'ui-pdp-price__part big')}</span> <span class="small">28% OFF</span></div>
<div class="ui-pdp-price__subtitles">em 10x ${money(Math.round(product.cents / 10), '')} sem juros</div></div><div class="ui-pdp-seller">Vendido por <button class="ui-pdp-seller__link-trigger-button">${product.seller}</button></div></div>
<div class="wide"><div class="ui-recommendations"><h2>Produtos relacionados</h2><div class="cards">${product.others.map(({ title, cents }) => `<div>${title}<b>${money(cents, '')}</b></div>`).join('')}</div></div><div class="ui-pdp-description">${pictures(product.detail, '', 400)}</div></div></main>`;
    return {
      host,
      path: `/${id}-some-name-_JM`,
      html: documentOf({ title: product.title, body }),
      truth: {
        productId: id,
        title: product.title,
        price: decimal(product.cents),
        listPrice: decimal(product.listCents),
        currency,
        seller: product.seller,
        sales: `+${product.sales.replace(/\D/g, '')}`,
        rating: product.rating,
        reviews: product.reviews,
      },
      images: all(product),
    };
  },
});

/** Changing hashed class names; amounts in hundred-thousandths. */
const shopee: Style = {
  name: 'shopee',
  isHeldOut: false,
  language: 'pt',
  page(product) {
    const reais = (cents: number) => `R$${european(cents)}`;
    const thousandths = (cents: number) => cents * 1_000;
    const answer = {
      data: {
        item: {
          item_id: product.id,
          title: product.title,
          currency: 'BRL',
          models: product.variants.map(({ id, name, cents }) => ({ model_id: id, name, price: thousandths(cents) })),
        },
        product_price: {
          price: { single_value: thousandths(product.cents) },
          price_before_discount: { single_value: thousandths(product.listCents) },
        },
        shop_detailed: { name: product.shop, account: { username: product.seller } },
      },
    };
    const markup = `<main><div class="UBG7wZ media">${pictures(product.gallery, '', 200)}</div><div class="info"><div class="WBVL_7"><h1 class="vR6K3w">${product.title}</h1></div><div class="flex"><div class="F9RHbS dQEiAI">${product.rating}</div><div class="x1i_He">${product.reviews} Avaliações</div><div class="AcmPRb">${product.sales.replace(/\D/g, '')} Vendidos</div></div>
<div class="jRlVo0"><div class="IZPeQz big">${reais(product.cents)}</div><div class="ZA5sW5 strike">${reais(product.listCents)}</div><div>-28%</div></div><div class="small">Cupom R$10,00 off · Frete R$14,90</div><div class="fV3TIn">${product.shop}</div></div>
<div class="wide"><div class="also-like"><h2>Você também pode gostar</h2><div class="cards">${product.others.map(({ title, cents }) => `<div>${title}<b>${reais(cents)}</b></div>`).join('')}</div></div><div class="e8lZp3">${pictures(product.detail, '', 400)}</div></div></main>`;
    return {
      host: 'shopee.com.br',
      path: `/some-name-i.912345.${product.id}`,
      html: documentOf({
        title: product.title,
        body: `<div id="main"></div><script>fetch('/api/v4/pdp/get_pc').then((r)=>r.json()).then(()=>{document.getElementById('main').innerHTML=${JSON.stringify(markup).replaceAll('<', '\\u003c')}})</script>`,
      }),
      resources: { '/api/v4/pdp/get_pc': { type: 'application/json', body: JSON.stringify(answer) } },
      truth: {
        productId: product.id,
        title: product.title,
        price: decimal(product.cents),
        listPrice: decimal(product.listCents),
        currency: 'BRL',
        shop: product.shop,
        seller: product.seller,
        sales: product.sales.replace(/\D/g, ''),
        rating: product.rating,
        reviews: product.reviews,
      },
      variants: variantTruth(product),
      images: all(product),
    };
  },
};

const shopify: Style = {
  name: 'shopify',
  isHeldOut: false,
  language: 'en',
  page(product) {
    const dollars = (cents: number) => `$${grouped(cents)} USD`;
    const data = {
      id: Number(product.id),
      title: product.title,
      vendor: product.shop,
      price: product.cents,
      compare_at_price: product.listCents,
      variants: product.variants.map(({ id, name, cents }) => ({
        id: Number(id),
        title: name,
        public_title: name,
        price: cents,
      })),
    };
    const body = `<header><h1 class="header__heading" style="font-size:14px"><a class="header__heading-link">${product.shop}</a></h1></header><main class="product"><div class="product__media-list media">${pictures(product.gallery, '', 200)}</div><div class="product__info-container info"><div class="product__title"><h1>${product.title}</h1></div><p class="product__sku small">SKU: MLH-${product.id.slice(-5)}</p>
<div class="price price--on-sale"><div class="price__container"><div class="price__regular gone"><span class="price-item price-item--regular">${dollars(product.listCents)}</span></div><div class="price__sale"><span><s class="price-item price-item--regular strike">${dollars(product.listCents)}</s></span> <span class="price-item price-item--sale price-item--last big">${dollars(product.cents)}</span></div></div><span class="badge">Sale</span></div>
<div class="small">Pay in 4 interest-free installments of $${fixed(Math.round(product.cents / 4))} with Shop Pay</div><fieldset>${product.variants.map(({ name }) => `<label>${name}</label>`).join(' ')}</fieldset><div class="rating-count">${product.reviews} reviews</div></div>
<div class="wide"><div class="product-recommendations"><h2>You may also like</h2><div class="cards">${product.others.map(({ title, cents }) => `<div>${title}<span class="price-item price-item--regular"><b>${dollars(cents)}</b></span></div>`).join('')}</div></div><div class="product__description rte">${lazyPictures(product.detail)}</div></div></main>
<script type="application/json" data-product-json>${JSON.stringify(data)}</script>`;
    return {
      host: 'morning-light.myshopify.com',
      path: `/products/item-${product.id.slice(-4)}`,
      html: documentOf({ title: product.title, head: '<meta name="shopify-checkout-api-token" content="x">', body }),
      truth: {
        productId: `MLH-${product.id.slice(-5)}`,
        title: product.title,
        price: decimal(product.cents),
        listPrice: decimal(product.listCents),
        currency: 'USD',
        shop: product.shop,
        reviews: product.reviews,
      },
      variants: variantTruth(product),
      images: all(product),
    };
  },
};

const woocommerce: Style = {
  name: 'woocommerce',
  isHeldOut: false,
  language: 'en',
  page(product) {
    const amount = (cents: number) =>
      `<span class="woocommerce-Price-amount amount"><bdi><span class="woocommerce-Price-currencySymbol">£</span>${grouped(cents)}</bdi></span>`;
    const variations = product.variants.map(({ name, cents }) => ({
      attributes: { attribute_pa_size: name },
      display_price: cents / 100,
      display_regular_price: cents / 100 + 9,
    }));
    const body = `<main><div class="woocommerce-product-gallery media">${pictures(product.gallery, '', 200)}</div><div class="summary entry-summary info"><h1 class="product_title entry-title">${product.title}</h1><p class="price"><del>${amount(product.listCents)}</del> <ins class="big">${amount(product.cents)}</ins></p>
<a class="woocommerce-review-link">(${product.reviews} customer reviews)</a><form class="variations_form" data-product_variations='${JSON.stringify(variations)}'></form><div class="product_meta">SKU: <span class="sku">OSG-${product.id.slice(-5)}</span></div></div>
<div class="wide"><section class="related products"><h2>Related products</h2><div class="cards">${product.others.map(({ title, cents }) => `<div>${title}<b class="price">${amount(cents)}</b></div>`).join('')}</div></section><div class="woocommerce-Tabs-panel--description">${pictures(product.detail, '', 400)}</div></div></main>`;
    return {
      host: 'oldstreet.example',
      path: `/product/item-${product.id.slice(-4)}/`,
      html: documentOf({ title: product.title, body }).replace('<body>', '<body class="single-product woocommerce">'),
      truth: {
        productId: `OSG-${product.id.slice(-5)}`,
        title: product.title,
        price: decimal(product.cents),
        listPrice: decimal(product.listCents),
        currency: 'GBP',
        reviews: product.reviews,
      },
      images: all(product),
    };
  },
};

/** Product pages in the manner of marketplaces. */
export const marketplaceStyles: readonly Style[] = [
  rakuten,
  mercado('mercadolivre', 'produto.mercadolivre.com.br', 'R$', 'BRL'),
  shopee,
  shopify,
  woocommerce,
];
