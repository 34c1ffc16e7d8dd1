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

const priced = ({ id, title, cents, listCents, currency }: Product) => ({
  productId: id,
  title,
  price: decimal(cents),
  listPrice: decimal(listCents),
  currency,
});

const carousel = (product: Product, show: (cents: number) => string, heading: string, name: string) =>
  `<div class="${name}"><h2>${heading}</h2><div class="cards">${product.others
    .map(({ title, cents }) => `<div><a>${title}</a><b>${show(cents)}</b></div>`)
    .join('')}</div></div>`;

/** The visible price is split and hidden from screen readers, which get a clipped copy. */
const amazonPrice = (
  shown: string,
  whole: string,
  point: string,
  fraction: string,
  before: string,
  after: string,
  names = '',
) =>
  `<span class="a-price ${names}"><span style="position:absolute;clip:rect(1px,1px,1px,1px)">${shown}</span><span aria-hidden="true">${before}<span class="a-price-whole">${whole}<span class="a-price-decimal">${point}</span></span><span class="a-price-fraction" style="font-size:16px;vertical-align:super">${fraction}</span>${after}</span></span>`;

const amazon = (
  name: string,
  host: string,
  o: {
    group: string;
    point: string;
    show: (cents: number) => string;
    before: string;
    after: string;
    words: [coupon: string, instalment: string, list: string, ratings: string, also: string];
  },
): Style => ({
  name,
  isHeldOut: false,
  language: 'en',
  page(product) {
    const asin = `B0${product.id.slice(-8)}`;
    const [whole, fraction] = halves(product.cents);
    const groupedWhole = Number(whole).toLocaleString('en-US').replaceAll(',', o.group);
    const [coupon, instalment, list, ratings, also] = o.words;
    const body = `<div id="dp"><main><div id="altImages" class="media">${pictures(product.gallery, '', 60)}</div><div id="centerCol" class="info"><h1><span id="productTitle">  ${product.title}  </span></h1>
<a id="bylineInfo">Visit the ${product.shop} Store</a><div id="averageCustomerReviews"><span id="acrPopover"><span class="a-size-base">${product.rating}</span></span> <span id="acrCustomerReviewText">${product.reviews} ${ratings}</span></div>
<div id="corePriceDisplay_desktop_feature_div"><div><span class="big" style="color:#a00">-28%</span> ${amazonPrice(o.show(product.cents), groupedWhole, o.point, fraction, o.before, o.after, 'priceToPay big')}</div>
<div class="basisPrice small">${list}: <span class="a-price a-text-price strike"><span style="position:absolute;clip:rect(1px,1px,1px,1px)">${o.show(product.listCents)}</span><span aria-hidden="true">${o.show(product.listCents)}</span></span></div></div>
<div class="small">${instalment} ${o.show(Math.round(product.cents / 5))}</div><div id="couponBadge">${coupon} ${o.show(500)}</div><div class="gone"><span class="a-price"><span>${o.show(1)}</span></span></div>
<ul id="tp-inline-twister-dim-values-container">${product.variants.map(({ name: variant, cents }) => `<li><span class="a-button-text"><span class="swatch-title-text">${variant}</span><span class="small">${o.show(cents)}</span></span></li>`).join('')}</ul></div>
<div id="rightCol"><div id="usedBuySection" class="small">Used ${o.show(product.cents - 900)}</div><div id="merchant-info">Ships from Amazon <a id="sellerProfileTriggerId">${product.seller}</a></div></div>
<div class="wide">${carousel(product, (cents) => amazonPrice(o.show(cents), halves(cents)[0], o.point, halves(cents)[1], o.before, o.after), also, 'sims-carousel similarities')}<div id="detailBullets_feature_div"><ul><li><span>ASIN :</span> <span>${asin}</span></li></ul></div><div id="aplus">${lazyPictures(product.detail)}</div></div></main></div>`;
    return {
      host,
      path: `/Some-Product-Name/dp/${asin}/ref=sr_1_1?th=1`,
      html: documentOf({ title: `${product.title} : Amazon`, body }),
      truth: {
        ...priced(product),
        productId: asin,
        shop: product.shop,
        seller: product.seller,
        rating: product.rating,
        reviews: product.reviews,
      },
      variants: variantTruth(product),
      images: all(product),
    };
  },
});

const dollars = (cents: number) => `$${grouped(cents)}`;
const euros = (cents: number) => `${european(cents)} €`;

const ebay: Style = {
  name: 'ebay',
  isHeldOut: false,
  language: 'en',
  page(product) {
    const id = product.id.slice(0, 12);
    const body = `<main><div class="ux-image-carousel media">${product.gallery.map((path) => `<div class="ux-image-carousel-item"><img src="${path}" width="200" height="200" alt=""></div>`).join('')}</div>
<div class="info"><h1 class="x-item-title__mainTitle"><span class="ux-textspans ux-textspans--BOLD">${product.title}</span></h1>
<div class="x-sellercard-atf__info__about-seller"><a><span class="ux-textspans ux-textspans--BOLD">${product.seller}</span></a> <span>(18244)</span> 99.2% positive</div>
<div class="x-bin-price"><div class="x-price-primary big"><span class="ux-textspans">US ${dollars(product.cents)}</span></div><div class="x-additional-info small">List price <span class="ux-textspans ux-textspans--STRIKETHROUGH strike">US ${dollars(product.listCents)}</span> What does this price mean?</div><div class="small">or Best Offer · ${dollars(Math.round(product.cents / 24))}/mo for 24 months with PayPal Credit</div></div>
<div class="d-quantity__availability small">More than 10 available · ${product.sales} sold</div><div class="ux-labels-values--shipping">Shipping: US $12.50 Standard</div>
<div class="x-msku"><div class="listbox__option">- Select -</div>${product.variants.map(({ name }) => `<div class="listbox__option">${name}</div>`).join('')}</div></div>
<div class="wide">${carousel(product, dollars, 'Similar sponsored items', 'x-related-items')}<div class="ux-layout-section__textual-display--itemId">eBay item number: ${id}</div><div class="x-item-description">${pictures(product.detail, '', 400)}</div></div></main>
<script>$ssgST=[{"w":[["s0-1",0,{"model":{"MSKU":{"variationsMap":${JSON.stringify(Object.fromEntries(product.variants.map(({ id: key, name, cents }) => [key, { displayName: name, binModel: { price: { value: { value: Number(decimal(cents)), currency: 'USD' } } } }])))}}}}]]}];</script>`;
    return {
      host: 'www.ebay.com',
      path: `/itm/${id}?hash=item1`,
      html: documentOf({ title: `${product.title} | eBay`, body }),
      truth: { ...priced(product), productId: id, seller: product.seller, sales: product.sales },
      variants: variantTruth(product),
      images: all(product),
    };
  },
};

const walmart: Style = {
  name: 'walmart',
  isHeldOut: false,
  language: 'en',
  page(product) {
    const state = {
      props: {
        pageProps: {
          initialData: {
            data: {
              product: {
                usItemId: product.id,
                name: product.title,
                sellerDisplayName: product.seller,
                averageRating: Number(product.rating),
                numberOfReviews: Number(product.reviews),
                priceInfo: {
                  currentPrice: { price: product.cents / 100, currencyUnit: 'USD' },
                  wasPrice: { price: product.listCents / 100 },
                },
                variantsMap: Object.fromEntries(
                  product.variants.map(({ id, name, cents }) => [
                    id,
                    { variants: [name], priceInfo: { currentPrice: { price: cents / 100 } } },
                  ]),
                ),
              },
            },
          },
        },
      },
    };
    const body = `<main><div data-testid="hero-image-container" class="media">${pictures(product.gallery, '', 200)}</div><div class="info"><h1 id="main-title" itemprop="name">${product.title}</h1>
<div><span class="rating-number">(${product.rating})</span> <a data-testid="item-review-section-link">${product.reviews} reviews</a></div>
<div data-testid="price-wrap"><span itemprop="price" data-seo-id="hero-price" class="big">Now ${dollars(product.cents)}</span> <span class="small">was</span> <span class="strike" data-seo-id="strike-through-price">${dollars(product.listCents)}</span><div class="small">You save $${fixed(product.listCents - product.cents)}</div></div>
<div class="small">${dollars(Math.round(product.cents / 8))}/mo with Affirm</div><div data-testid="product-seller-info">Sold and shipped by <a data-testid="seller-name-link">${product.seller}</a></div><div>Walmart Protection Plan: 3-Year plan - $4.00</div></div>
<div class="wide">${carousel(product, (cents) => `current price ${dollars(cents)}`, 'Customers also viewed', 'also-viewed')}<div data-testid="product-description">${pictures(product.detail, '', 400)}</div></div></main>
<script id="__NEXT_DATA__" type="application/json">${JSON.stringify(state)}</script>`;
    return {
      host: 'www.walmart.com',
      path: `/ip/Some-Name/${product.id}?from=/search`,
      html: documentOf({ title: product.title, body }),
      truth: { ...priced(product), seller: product.seller, rating: product.rating, reviews: product.reviews },
      variants: variantTruth(product),
      images: all(product),
    };
  },
};

const etsy: Style = {
  name: 'etsy',
  isHeldOut: false,
  language: 'en',
  page(product) {
    const id = product.id.slice(0, 10);
    const ld = {
      '@context': 'https://schema.org',
      '@type': 'Product',
      name: product.title,
      sku: id,
      offers: {
        '@type': 'AggregateOffer',
        lowPrice: decimal(product.cents),
        highPrice: decimal(product.variants.at(-1)?.cents ?? 0),
        priceCurrency: 'USD',
      },
      aggregateRating: { ratingValue: product.rating, reviewCount: product.reviews },
    };
    const body = `<main><div class="image-carousel-container media">${pictures(product.gallery, '', 200)}</div><div class="info"><div data-buy-box-region="price"><p class="wt-text-title-larger wt-mr-xs-1 big"><span class="wt-screen-reader-only" style="position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0 0 0 0)">Price:</span> ${dollars(product.cents)}</p><p class="wt-text-caption small"><span class="wt-text-strikethrough strike">${dollars(product.listCents)}</span> (28% off)</p></div>
<div data-buy-box-region="title"><h1 data-buy-box-listing-title class="wt-text-body-01">${product.title}</h1></div><a data-shop-name>${product.shop}</a> <span class="shop-sales small">${product.sales} sales</span> <span class="reviews-rating-number">${product.rating}</span>
<select data-variation-number="0"><option>Select a size</option>${product.variants.map(({ name, cents }) => `<option>${name} (${dollars(cents)})</option>`).join('')}</select><div class="small">Pay in 4 installments of ${dollars(Math.round(product.cents / 4))}</div></div>
<div class="wide"><h2 class="reviews-heading">${product.reviews} reviews</h2>${carousel(product, dollars, 'You may also like', 'wt-recs you-may-like')}<div data-product-details-description>${pictures(product.detail, '', 400)}</div></div></main>`;
    return {
      host: 'www.etsy.com',
      path: `/listing/${id}/some-listing?ref=hp`,
      html: documentOf({
        title: product.title,
        head: `<script type="application/ld+json">${JSON.stringify(ld)}</script>`,
        body,
      }),
      truth: {
        ...priced(product),
        productId: id,
        shop: product.shop,
        sales: product.sales,
        rating: product.rating,
        reviews: product.reviews,
      },
      images: all(product),
    };
  },
};

const aliexpress: Style = {
  name: 'aliexpress',
  isHeldOut: false,
  language: 'en',
  page(product) {
    const data = {
      productInfoComponent: { id: product.id, subject: product.title },
      sellerComponent: { storeName: product.shop, companyName: product.seller },
      priceComponent: {
        discountPrice: { minActivityAmount: { value: product.cents / 100, currency: 'USD' } },
        origPrice: { minAmount: { value: product.listCents / 100, currency: 'USD' } },
        skuPriceList: product.variants.map(({ id, name, cents }) => ({
          skuId: id,
          skuAttrName: name,
          skuVal: { skuActivityAmount: { value: cents / 100 }, availQuantity: 3 },
        })),
      },
    };
    const markup = `<main><div class="slider--img--a media">${pictures(product.gallery, '', 200)}</div><div class="info"><div class="price--current--b big"><span class="price--currentPriceText--c">US ${dollars(product.cents)}</span></div><span class="price--originalText--d strike">US ${dollars(product.listCents)}</span> <span class="small">28% off · US $2.00 off every US $20.00</span>
<h1 data-pl="product-title">${product.title}</h1><div data-pl="product-reviewer"><strong>${product.rating}</strong> <a>${product.reviews} Reviews</a> <span class="reviewer--sold--e">${product.sales} sold</span></div><div class="small">Tax excluded · Free shipping over US $10.00</div>
<a data-pl="store-name" class="store-detail--storeName--f">${product.shop}</a></div><div class="wide">${carousel(product, (cents) => `US ${dollars(cents)}`, 'Related items', 'related-items')}<div id="product-description">${pictures(product.detail, '', 400)}</div></div></main>`;
    const body = `<div id="root"></div><script>window.runParams={};window.runParams = {\n data: ${JSON.stringify(data)},\n csrfToken: 'x'\n};\ndocument.getElementById('root').innerHTML=${JSON.stringify(markup).replaceAll('<', '\\u003c')}</script>`;
    return {
      host: 'www.aliexpress.com',
      path: `/item/${product.id}.html?spm=a`,
      html: documentOf({ title: product.title, body }),
      truth: {
        ...priced(product),
        shop: product.shop,
        seller: product.seller,
        rating: product.rating,
        reviews: product.reviews,
        sales: product.sales,
      },
      variants: variantTruth(product),
      images: all(product),
    };
  },
};

const lazada: Style = {
  name: 'lazada',
  isHeldOut: false,
  language: 'en',
  page(product) {
    const data = {
      data: {
        root: {
          fields: {
            product: { title: product.title },
            primaryKey: { itemId: product.id },
            seller: { name: product.shop },
            skuInfos: Object.fromEntries(
              product.variants.map(({ id, name, cents }) => [
                id,
                { propertyName: name, price: { salePrice: { value: cents / 100 } } },
              ]),
            ),
          },
        },
      },
    };
    const body = `<main><div class="gallery-preview-panel media">${pictures(product.gallery, 'class="pdp-mod-common-image"', 200)}</div><div class="info"><h1 class="pdp-mod-product-badge-title">${product.title}</h1><div class="pdp-review-summary"><a class="pdp-review-summary__link">Ratings ${product.reviews}</a></div>
<div class="pdp-product-price"><span class="notranslate pdp-price pdp-price_type_normal pdp-price_color_orange big">S${dollars(product.cents)}</span><div><span class="notranslate pdp-price pdp-price_type_deleted small strike">S${dollars(product.listCents)}</span><span class="small">-28%</span></div></div>
<div class="small">Delivery S$1.49 · Vouchers S$5 off</div><a class="seller-name__detail-name">${product.shop}</a><div class="score"><span class="score-average">${product.rating}</span>/5</div></div>
<div class="wide">${carousel(product, (cents) => `S${dollars(cents)}`, 'People Who Viewed This Item Also Viewed', 'also-viewed')}<div class="pdp-product-detail">${pictures(product.detail, '', 400)}</div></div></main><script>var __moduleData__ = ${JSON.stringify(data)};</script>`;
    return {
      host: 'www.lazada.sg',
      path: `/products/some-name-i${product.id}-s1.html`,
      html: documentOf({ title: product.title, body }),
      truth: {
        ...priced(product),
        currency: 'SGD',
        shop: product.shop,
        rating: product.rating,
        reviews: product.reviews,
      },
      variants: variantTruth(product),
      images: all(product),
    };
  },
};

/** Product pages in the manner of international shops. */
export const internationalStyles: readonly Style[] = [
  amazon('amazon', 'www.amazon.com', {
    group: ',',
    point: '.',
    show: dollars,
    before: '<span class="a-price-symbol" style="font-size:16px">$</span>',
    after: '',
    words: ['Save', 'Or per month', 'List Price', 'ratings', 'Customers who viewed this item also viewed'],
  }),
  amazon('amazon-de', 'www.amazon.de', {
    group: '.',
    point: ',',
    show: euros,
    before: '',
    after: '<span class="a-price-symbol" style="font-size:16px">€</span>',
    words: ['Spare', 'Ratenzahlung', 'UVP', 'Sternebewertungen', 'Kunden kauften auch'],
  }),
  ebay,
  walmart,
  etsy,
  aliexpress,
  lazada,
];
