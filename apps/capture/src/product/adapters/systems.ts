import { type Adapter, addressesOf } from '../adapter.ts';

/** Systems that many shops use under their own names: Shopify, WooCommerce, Magento, Youzan. */
export const shopSystems: readonly Adapter[] = [
  {
    ...addressesOf('shopify'),
    system:
      'meta[name="shopify-checkout-api-token"],script[src*="cdn.shopify.com"],link[href*="cdn.shopify.com"],#shopify-features',
    shown: {
      title: ['.product__title h1', '.product-single__title', 'h1.product-title', '.product__title'],
      price: [
        '.product .price--on-sale .price__sale .price-item--sale',
        '.product .price__regular .price-item--regular',
        '.product__price .price-item--last',
        '.product-single__price',
        '.product__info-container .price-item--sale',
        '.product__info-container .price-item--regular',
      ],
      listPrice: [
        '.product .price--on-sale .price__sale s.price-item--regular',
        '.product__price--compare',
        '.product-single__price--compare',
        '.product__info-container s.price-item',
      ],
      productId: [{ select: '.product__sku', pattern: String.raw`(?:SKU:?)?\s*([\w-]+)` }],
      shop: ['.header__heading-link', '.site-header__logo-link'],
      rating: [{ select: '.jdgm-prev-badge,.spr-badge', pattern: String.raw`([0-5]\.\d+)` }],
      reviews: [{ select: '.jdgm-prev-badge__text,.spr-badge-caption,.rating-count', pattern: String.raw`(\d[\d,]*)` }],
    },
    stated: { productId: ['product.id', 'id'], title: ['product.title'] },
    variants: [
      { each: 'variants.*', name: ['public_title'], price: 'price', reading: 'cents' },
      { each: 'product.variants.*', name: ['public_title'], price: 'price', reading: 'cents' },
    ],
    gallery: '.product__media img,.product-single__photo img,.product__media-list img',
    detail: '.product__description img,.rte img',
  },
  {
    ...addressesOf('woocommerce'),
    system: 'body.woocommerce,body.single-product,.woocommerce-product-gallery',
    shown: {
      title: ['.product_title'],
      price: [
        '.summary p.price ins .amount',
        '.summary p.price > .amount',
        '.summary .price > .woocommerce-Price-amount',
      ],
      listPrice: ['.summary p.price del .amount'],
      productId: ['.summary .sku'],
      rating: [{ select: '.woocommerce-product-rating .rating', pattern: String.raw`([0-5]\.\d+)` }],
      reviews: [{ select: '.woocommerce-review-link', pattern: String.raw`(\d[\d,.]*)` }],
    },
    variants: [{ each: '*', name: ['attributes.*'], price: 'display_price' }],
    gallery: '.woocommerce-product-gallery img',
    detail: '.woocommerce-Tabs-panel--description img',
  },
  {
    ...addressesOf('magento'),
    system: 'body.catalog-product-view',
    shown: {
      title: ['.page-title .base'],
      price: ['.product-info-price .special-price .price', '.product-info-price [data-price-type="finalPrice"] .price'],
      listPrice: ['.product-info-price .old-price .price'],
      productId: ['.product.attribute.sku .value'],
      reviews: [{ select: '.reviews-actions .view', pattern: String.raw`(\d+)` }],
    },
    gallery: '.fotorama img,.gallery-placeholder img',
    detail: '.product.attribute.description img',
  },
  {
    ...addressesOf('youzan'),
    system: 'meta[name="youzan"],#app-container[data-kdt]',
    currency: 'CNY',
    shown: {
      title: ['.goods-title__main', '.m-goods-title'],
      price: ['.goods-price__current', '.m-goods-price .price'],
      listPrice: ['.goods-price__origin'],
      shop: ['.m-shop-info__name', '.shop-info__name'],
      sales: [{ select: '.goods-sales,.m-goods-sales', pattern: String.raw`销量\s*([\d.,]+)` }],
    },
    stated: { productId: ['**.goods.id'], title: ['**.goods.title'], shop: ['**.shop.name'] },
    variants: [{ each: '**.skuInfo.skus.*', name: ['s1Name', 's2Name'], price: 'price', reading: 'cents' }],
    gallery: '.goods-swiper img,.m-goods-swiper img',
    detail: '.goods-detail img,.rich-text img',
  },
];
