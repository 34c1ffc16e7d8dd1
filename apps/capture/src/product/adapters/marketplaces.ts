import { type Adapter, addressesOf } from '../adapter.ts';

const count = String.raw`([\d.,]+\s*(?:rb|k|mil|ribu|万)?\+?)`;

/** Rakuten, Mercado Libre, Shopee. */
export const marketplaces: readonly Adapter[] = [
  {
    ...addressesOf('rakuten'),
    currency: 'JPY',
    shown: {
      title: ['.normal_reserve_item_name', '.item_name b', '[class*="item-name"]', 'h1.item_name'],
      price: ['#priceCalculationConfig', '.price2', '[class*="value--"]', '#rakutenLimitedId_cart .price2'],
      listPrice: ['.double_price', '.price1 del', '[class*="strike-through"]'],
      shop: ['.shop-bookmark a', '.shopName', '[class*="shop-name"]', '#shopInfo a'],
      reviews: [
        { select: '.revEvaCount,[class*="review-total"]', pattern: `${count}\\s*件` },
        { select: '.revEvaCount', pattern: count },
      ],
      rating: ['.revEvaNumber'],
      productId: [{ select: '.item_number', pattern: String.raw`([\w-]+)` }],
    },
    stated: {
      productId: ['**.itemInfoSku.itemId', '**.itemId'],
      title: ['**.itemInfoSku.title'],
      price: ['**.itemInfoSku.taxIncludedPrice', '**.purchaseInfo.purchaseBySellType.normalPurchase.price'],
      shop: ['**.shopInfo.shopName', '**.shop_name'],
    },
    variants: [
      { each: '**.variantMappedInventories.*', name: ['selectorValues.*'], price: 'price' },
      { each: '**.sku.*', name: ['selectorValues.*'], price: 'taxIncludedPrice' },
    ],
    gallery: '.rakutenLimitedId_ImageMain1-3 img,[class*="image-gallery"] img,.image_main img',
    detail: '.item_desc img,.sale_desc img',
    walls: [{ kind: 'login-wall', address: 'login\\.account\\.rakuten' }],
  },
  {
    ...addressesOf('mercadolibre'),
    shown: {
      title: ['h1.ui-pdp-title'],
      price: [
        '.ui-pdp-price__second-line .ui-pdp-price__part:not(.andes-money-amount--previous)',
        '.ui-pdp-price__second-line .andes-money-amount',
      ],
      listPrice: ['.ui-pdp-price__original-value', 's.andes-money-amount--previous'],
      seller: [
        '.ui-pdp-seller__link-trigger-button',
        '.ui-seller-data-header__title',
        '.ui-pdp-seller__header__title a',
      ],
      shop: ['.ui-pdp-seller__brand-title', '.ui-pdp-official-store-label'],
      sales: [{ select: '.ui-pdp-subtitle', pattern: String.raw`([+]?[\d.,]+\s*(?:mil)?)\s*vendidos?` }],
      rating: ['.ui-pdp-review__rating'],
      reviews: [{ select: '.ui-pdp-review__amount', pattern: count }],
    },
    shownVariants: ['.ui-pdp-variations__item'],
    gallery: '.ui-pdp-gallery__figure img,.ui-pdp-thumbnail__picture img',
    detail: '.ui-pdp-description img',
    walls: [
      { kind: 'challenge', address: '/gz/account-verification' },
      { kind: 'login-wall', address: '/jms/|/login' },
    ],
  },
  {
    ...addressesOf('shopee'),
    shown: {
      title: ['.attM6y span', '.WBVL_7 h1', '.vR6K3w', '.qaNIZv span', 'h1[class*="product-name"]'],
      price: ['.pqTWkA', '.IZPeQz', '.jRlVo0', '._3n5NQx', '.pmmxKx'],
      listPrice: ['.Y3DvsN', '.ZA5sW5', '._3_ISdg', '.o9h_-p'],
      shop: ['.VlDReK', '.fV3TIn', '._3uf2ae', '[data-testid="shop-name"]'],
      sales: [{ select: '.AcmPRb,.e9sAa2,.aleSBU,._22sp0A', pattern: count }],
      reviews: [{ select: '.x1i_He,.flex .F9RHbS.lrpsc0,.OitLRu', pattern: count }],
      rating: ['.F9RHbS.dQEiAI', '._1k47d8', '._3Oj5_n'],
    },
    stated: {
      productId: ['**.data.item.item_id', '**.item.itemid'],
      title: ['**.data.item.title', '**.item.name'],
      shop: ['**.data.shop_detailed.name', '**.shop_detailed.name'],
      seller: ['**.shop_detailed.account.username'],
      currency: ['**.data.item.currency', '**.item.currency'],
      price: [{ path: '**.product_price.price.single_value', reading: 'hundred-thousandths' }],
      listPrice: [{ path: '**.product_price.price_before_discount.single_value', reading: 'hundred-thousandths' }],
    },
    variants: [{ each: '**.item.models.*', name: ['name'], price: 'price', reading: 'hundred-thousandths' }],
    gallery: '.UBG7wZ img,.product-image img,[class*="gallery"] img',
    detail: '.product-detail img,.e8lZp3 img',
    walls: [
      { kind: 'challenge', address: '/verify/(captcha|traffic)' },
      { kind: 'login-wall', address: '/buyer/login' },
    ],
  },
];
