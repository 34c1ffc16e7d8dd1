import { type Adapter, addressesOf } from '../adapter.ts';

const count = String.raw`([\d.,]+\s*[kKM]?\+?)`;

/** Amazon, eBay, Walmart, Etsy. */
export const internationalShops: readonly Adapter[] = [
  {
    ...addressesOf('amazon'),
    shown: {
      title: ['#productTitle'],
      price: [
        '#corePriceDisplay_desktop_feature_div .priceToPay',
        '#corePrice_feature_div .a-price:not(.a-text-price)',
        '#corePriceDisplay_mobile_feature_div .priceToPay',
        '.apexPriceToPay',
        '#priceblock_dealprice',
        '#priceblock_ourprice',
        '#price_inside_buybox',
      ],
      listPrice: [
        '#corePriceDisplay_desktop_feature_div .basisPrice .a-text-price',
        '.basisPrice .a-price',
        '#priceblock_listprice',
        '.priceBlockStrikePriceString',
      ],
      seller: [
        '#sellerProfileTriggerId',
        '#merchantInfoFeature_feature_div .offer-display-feature-text-message',
        '#merchant-info a',
      ],
      shop: [
        {
          select: '#bylineInfo',
          pattern: String.raw`^(?:Visit the |Besuche den |Visita la tienda de )?(.+?)(?: Store|-Store)?$`,
        },
      ],
      rating: [{ select: '#acrPopover .a-icon-alt,#acrPopover .a-size-base', pattern: String.raw`([0-5][.,]\d)` }],
      reviews: [{ select: '#acrCustomerReviewText', pattern: count }],
      sales: [{ select: '#social-proofing-faceout-title-tk_bought', pattern: count }],
      productId: [
        {
          select: '#detailBullets_feature_div li,#productDetails_detailBullets_sections1 tr',
          pattern: String.raw`ASIN\s*[\u200e\u200f:\s]*([A-Z0-9]{10})`,
        },
      ],
    },
    shownVariants: [
      '#tp-inline-twister-dim-values-container li .a-button-text',
      '.twisterSwatchWrapper',
      '#variation_size_name li',
    ],
    gallery: '#altImages img,#landingImage,#imgTagWrapperId img',
    detail: '#aplus img,#productDescription img',
    walls: [
      { kind: 'challenge', address: '/errors/validateCaptcha' },
      { kind: 'challenge', select: 'form[action*="validateCaptcha"]' },
      { kind: 'login-wall', address: '/ap/signin' },
    ],
  },
  {
    ...addressesOf('ebay'),
    shown: {
      title: ['.x-item-title__mainTitle', '#itemTitle'],
      price: ['.x-price-primary', '#prcIsum', '#mm-saleDscPrc'],
      listPrice: [
        '.x-additional-info .ux-textspans--STRIKETHROUGH',
        '#orgPrc',
        '.x-price-approx .ux-textspans--STRIKETHROUGH',
      ],
      seller: [
        '.x-sellercard-atf__info__about-seller .ux-textspans--BOLD',
        '.x-sellercard-atf__info__about-seller a',
        '#mbgLink .mbg-nw',
      ],
      sales: [
        { select: '#qtyAvailability,.x-quantity__availability,.d-quantity__availability', pattern: `${count}\\s*sold` },
      ],
      productId: [
        { select: '.ux-layout-section__textual-display--itemId,#descItemNumber', pattern: String.raw`(\d{9,})` },
      ],
      reviews: [{ select: '.x-review-details__total,.reviews-total', pattern: count }],
      rating: [{ select: '.x-review-details__rating,.reviews-star-rating', pattern: String.raw`([0-5]\.\d)` }],
    },
    stated: { shop: ['**.storeInfo.storeName'] },
    variants: [{ each: '**.MSKU.variationsMap.*', name: ['displayName', 'name'], price: 'binModel.price.value.value' }],
    shownVariants: ['.x-msku__option', '.listbox__option'],
    gallery: '.ux-image-carousel-item img,.ux-image-grid-item img,#icImg',
    detail: '#desc_wrapper_ctr img,.x-item-description img',
    walls: [
      { kind: 'challenge', address: '/splashui/(captcha|challenge)' },
      { kind: 'login-wall', address: 'signin\\.ebay' },
    ],
  },
  {
    ...addressesOf('walmart'),
    shown: {
      title: ['#main-title', 'h1[itemprop="name"]'],
      price: [
        '[data-testid="price-wrap"] [itemprop="price"]',
        '[itemprop="price"][data-seo-id="hero-price"]',
        'span[itemprop="price"]',
      ],
      listPrice: [
        '[data-testid="price-wrap"] .strike',
        '[data-testid="strike-through-price"] .strike',
        '[data-seo-id="strike-through-price"]',
      ],
      seller: [
        { select: '[data-testid="product-seller-info"]', pattern: String.raw`(?:Sold (?:and shipped )?by)\s*(.+)$` },
        { select: '[data-testid="seller-name-link"]' },
      ],
      rating: [
        {
          select: '[data-testid="reviews-and-ratings"] .rating-number,.rating-number',
          pattern: String.raw`([0-5]\.\d)`,
        },
      ],
      reviews: [{ select: '[data-testid="item-review-section-link"],[itemprop="ratingCount"]', pattern: count }],
    },
    stated: {
      productId: ['**.initialData.data.product.usItemId'],
      title: ['**.initialData.data.product.name'],
      price: ['**.initialData.data.product.priceInfo.currentPrice.price'],
      listPrice: ['**.initialData.data.product.priceInfo.wasPrice.price'],
      currency: ['**.initialData.data.product.priceInfo.currentPrice.currencyUnit'],
      seller: ['**.initialData.data.product.sellerDisplayName', '**.initialData.data.product.sellerName'],
      rating: ['**.initialData.data.product.averageRating'],
      reviews: ['**.initialData.data.product.numberOfReviews'],
    },
    variants: [{ each: '**.product.variantsMap.*', name: ['variants.*'], price: 'priceInfo.currentPrice.price' }],
    gallery: '[data-testid="media-thumbnail"] img,[data-testid="hero-image-container"] img',
    detail: '[data-testid="product-description"] img,.dangerous-html img',
    walls: [
      { kind: 'challenge', address: '/blocked\\?' },
      { kind: 'challenge', select: '#px-captcha' },
    ],
  },
  {
    ...addressesOf('etsy'),
    shown: {
      title: ['h1[data-buy-box-listing-title]', '[data-buy-box-region="title"] h1', 'h1.wt-text-body-01'],
      price: [
        '[data-buy-box-region="price"] .wt-text-title-larger',
        '[data-selector="price-only"] p.wt-text-title-larger',
        '[data-buy-box-region="price"] .wt-text-slime',
      ],
      listPrice: ['[data-buy-box-region="price"] .wt-text-strikethrough'],
      shop: [
        '[data-shop-name]',
        '.shop-name-and-title-container a',
        '[data-region="shop-name"] a',
        'a[href*="/shop/"].wt-text-link-no-underline',
      ],
      seller: [{ select: '.seller-name,[data-region="owner-name"]', pattern: String.raw`(?:Owner of\s+)?(.+)` }],
      sales: [{ select: '[data-region="shop-sales"],.shop-sales', pattern: count }],
      reviews: [
        { select: '#same-listing-reviews-tab,[data-reviews-tab-count]', pattern: count },
        { select: 'h2.reviews-heading', pattern: count },
      ],
      rating: [{ select: '.reviews-rating-number,[data-rating-value]', pattern: String.raw`([0-5](?:\.\d+)?)` }],
    },
    shownVariants: ['select[data-variation-number] option'],
    gallery: '[data-carousel-pane] img,.image-carousel-container img',
    detail: '[data-product-details-description] img',
    walls: [{ kind: 'challenge', select: 'iframe[src*="captcha-delivery.com"]' }],
  },
];
