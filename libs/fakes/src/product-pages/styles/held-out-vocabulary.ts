import {
  decimal,
  documentOf,
  european,
  fixed,
  grouped,
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

const style = (name: string, language: Style['language'], page: Style['page']): Style => ({
  name,
  isHeldOut: true,
  language,
  page,
});

const dollars = (cents: number) => `$${grouped(cents)}`;

const jsonLd = (value: object) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`;

/** JSON-LD with one offer; decoys from a sponsored row and a membership price. */
const department = style('department-store', 'en', (product) => {
  const ld = {
    '@context': 'https://schema.org/',
    '@graph': [
      { '@type': 'BreadcrumbList', itemListElement: [] },
      {
        '@type': 'Product',
        name: product.title,
        sku: product.id,
        image: product.gallery,
        offers: {
          '@type': 'Offer',
          price: fixed(product.cents),
          priceCurrency: 'USD',
          availability: 'InStock',
          seller: { '@type': 'Organization', name: product.seller },
        },
        aggregateRating: { '@type': 'AggregateRating', ratingValue: product.rating, reviewCount: product.reviews },
      },
    ],
  };
  const body = `<header><a>Cart $0.00</a></header><main><div class="media">${pictures(product.gallery)}</div><div class="info"><h1 data-test="product-title">${product.title}</h1><div><span data-test="product-price" style="font-size:28px;font-weight:700">${dollars(product.cents)}</span> <span data-test="product-regular-price" class="small">reg <span style="text-decoration:line-through">${dollars(product.listCents)}</span></span></div>
<div style="font-size:18px">${dollars(product.cents - 400)} with Circle Card</div><p>Sold by ${product.seller}</p><p>${product.rating} out of 5 stars with ${product.reviews} reviews</p></div><div class="wide"><h2>More to consider</h2><div class="sponsored-row cards">${product.others.map(({ title, cents }) => `<div>${title}<b>${dollars(cents)}</b></div>`).join('')}</div><div>${pictures(product.detail)}</div></div></main>`;
  return {
    host: 'www.bullseye.example',
    path: `/p/some-name/-/A-${product.id}`,
    html: documentOf({ title: product.title, head: jsonLd(ld), body }),
    truth: { ...priced(product), seller: product.seller, rating: product.rating, reviews: product.reviews },
    images: all(product),
  };
});

/** Microdata in the markup itself. */
const electronics = style('electronics', 'en', (product) => {
  const body = `<main itemscope itemtype="https://schema.org/Product"><div class="media">${pictures(product.gallery)}</div><div class="info"><h1 itemprop="name">${product.title}</h1><div>SKU: <span itemprop="sku">${product.id}</span></div>
<div itemprop="aggregateRating" itemscope itemtype="https://schema.org/AggregateRating">Rating <b itemprop="ratingValue">${product.rating}</b> (<span itemprop="reviewCount">${product.reviews}</span> reviews)</div>
<div itemprop="offers" itemscope itemtype="https://schema.org/Offer"><meta itemprop="priceCurrency" content="USD"><div class="current" style="font-size:30px">$<span itemprop="price" content="${fixed(product.cents)}">${grouped(product.cents)}</span></div><div class="was">Was <s>${dollars(product.listCents)}</s></div></div><div>Open-box: from ${dollars(product.cents - 1_500)}</div><div>$${fixed(Math.round(product.cents / 12))}/mo. for 12 months</div></div>
<div class="wide"><div class="accessories"><h3>Frequently bought together</h3><div class="cards">${product.others.map(({ title, cents }) => `<div>${title} <b>${dollars(cents)}</b></div>`).join('')}</div></div>${pictures(product.detail)}</div></main>`;
  return {
    host: 'www.bluebox.example',
    path: `/site/some-name/${product.id}.p?skuId=${product.id}`,
    html: documentOf({ title: product.title, body }),
    truth: { ...priced(product), rating: product.rating, reviews: product.reviews },
    images: all(product),
  };
});

/** Variants with their own prices, in a ProductGroup. */
const fashion = style('fashion', 'de', (product) => {
  const ld = {
    '@context': 'https://schema.org',
    '@type': 'ProductGroup',
    name: product.title,
    productGroupID: product.id,
    hasVariant: product.variants.map(({ id, name, cents }) => ({
      '@type': 'Product',
      sku: id,
      name,
      offers: { '@type': 'Offer', priceCurrency: 'EUR', price: cents / 100 },
    })),
  };
  const body = `<main><div class="media">${pictures(product.gallery)}</div><div class="info"><h3>${product.shop}</h3><h1>${product.title}</h1><p><span style="font-size:22px;color:#c00">${european(product.cents)} €</span> <span class="small">inkl. MwSt.</span></p><p class="small">Ursprünglich: <span class="strike">${european(product.listCents)} €</span></p><p class="small">Letzter niedrigster Preis: ${european(product.cents + 200)} €</p><select>${product.variants.map(({ name }) => `<option>${name}</option>`).join('')}</select><p>Kostenloser Versand ab 29,90 €</p></div>
<div class="wide"><h2>Ähnliche Artikel</h2><div class="similar cards">${product.others.map(({ title, cents }) => `<div>${title}<b>${european(cents)} €</b></div>`).join('')}</div>${pictures(product.detail)}</div></main>`;
  return {
    host: 'www.schuhhaus.example',
    path: `/some-name-${product.id}.html`,
    html: documentOf({ title: product.title, head: jsonLd(ld), body }),
    truth: { ...priced(product), currency: 'EUR' },
    variants: variantTruth(product),
    images: all(product),
  };
});

/** Only Open Graph, and a price whose whole and decimal parts have the same size. */
const boutique = style('boutique', 'en', (product) => {
  const head = `<meta property="og:title" content="${product.title}"><meta property="product:price:amount" content="${fixed(product.cents)}"><meta property="product:price:currency" content="USD"><meta property="product:retailer_item_id" content="${product.id}">`;
  const body = `<main><div class="media">${pictures(product.gallery)}</div><div class="info"><h1>${product.title}</h1><div class="pdp-price" style="font-size:24px"><span>$</span><span>${Math.floor(product.cents / 100)}</span><span>.</span><span>${String(product.cents % 100).padStart(2, '0')}</span></div><div><del>${dollars(product.listCents)}</del></div><div>Members save $5.00</div><button>Add to bag</button></div><div class="wide"><div class="complete-the-look cards recommended">${product.others.map(({ title, cents }) => `<div>${title}<b>${dollars(cents)}</b></div>`).join('')}</div>${pictures(product.detail)}</div></main>`;
  return {
    host: 'shop.atelier.example',
    path: `/us/p/some-name`,
    html: documentOf({ title: product.title, head, body }),
    truth: priced(product),
    images: all(product),
  };
});

/** An AggregateOffer of two equal bounds, and a page that fills in its price by script. */
const outdoor = style('outdoor', 'en', (product) => {
  const ld = {
    '@context': 'http://schema.org',
    '@type': 'Product',
    name: product.title,
    productID: product.id,
    offers: {
      '@type': 'AggregateOffer',
      lowPrice: product.cents / 100,
      highPrice: product.cents / 100,
      priceCurrency: 'USD',
      offerCount: 1,
    },
  };
  const body = `<main><div class="media">${pictures(product.gallery)}</div><div class="info"><h1>${product.title}</h1><div id="p" style="font-size:26px"></div><div class="small">Compare at <span class="strike">${dollars(product.listCents)}</span></div><div>Item #${product.id}</div></div><div class="wide"><div class="related cards">${product.others.map(({ title, cents }) => `<div>${title}<b>${dollars(cents)}</b></div>`).join('')}</div>${lazyPictures(product.detail)}</div></main><script>setTimeout(()=>{document.getElementById('p').textContent='$'+(${product.cents}/100).toLocaleString('en-US',{minimumFractionDigits:2})},300)</script>`;
  return {
    host: 'www.trailhead.example',
    path: `/product/${product.id}/some-name`,
    html: documentOf({ title: product.title, head: jsonLd(ld), body }),
    truth: priced(product),
    images: all(product),
  };
});

/** Magento's default theme. */
const magento = style('magento', 'en', (product) => {
  const price = (cents: number, type: string) =>
    `<span class="price-container"><span data-price-type="${type}" class="price-wrapper"><span class="price">${dollars(cents)}</span></span></span>`;
  const body = `<main><div class="gallery-placeholder media">${pictures(product.gallery)}</div><div class="product-info-main info"><div class="page-title-wrapper"><h1 class="page-title"><span class="base">${product.title}</span></h1></div><div class="product-reviews-summary"><div class="reviews-actions"><a class="view">${product.reviews} Reviews</a></div></div><div class="product-info-price"><div class="price-box"><span class="special-price big">Special Price ${price(product.cents, 'finalPrice')}</span> <span class="old-price">Regular Price <span class="strike">${price(product.listCents, 'oldPrice')}</span></span></div><div class="product attribute sku"><strong>SKU</strong><div class="value">${product.id}</div></div></div></div>
<div class="wide"><div class="block upsell"><div class="cards">${product.others.map(({ title, cents }) => `<div>${title}<b class="price">${dollars(cents)}</b></div>`).join('')}</div></div><div class="product attribute description">${pictures(product.detail)}</div></div></main>`;
  return {
    host: 'store.hardware.example',
    path: '/some-name.html',
    html: documentOf({ title: product.title, body }).replace('<body>', '<body class="catalog-product-view">'),
    truth: { ...priced(product), reviews: product.reviews },
    images: all(product),
  };
});

/** Product pages of shops that no adapter knows, with facts in the vocabulary of schema.org. */
export const heldOutVocabulary: readonly Style[] = [department, electronics, fashion, boutique, outdoor, magento];
