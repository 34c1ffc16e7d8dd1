import { type Adapter, addressesOf, type StatedAt, type WallSign } from '../adapter.ts';

const walls: readonly WallSign[] = [
  { kind: 'login-wall', address: String.raw`login\.(taobao|tmall|1688|aliexpress)\.[a-z]+/|/member/login` },
  { kind: 'challenge', address: '_____tmd_____/punish|/punish\\?|x5step=' },
  { kind: 'challenge', select: '#nocaptcha,#nc_1_wrapper,.baxia-dialog,#baxia-punish,.J_MIDDLEWARE_FRAME_WIDGET' },
];

const title: readonly (string | StatedAt)[] = ['**.item.title', '**.data.item.title', '**.tempModel.offerTitle'];
const count = String.raw`([\d.,]+\s*万?\+?)`;

/** Taobao and Tmall share their page and its data. */
const taobaoPage = {
  currency: 'CNY',
  shown: {
    title: ['h1[class*="mainTitle"]', '[class*="ItemHeader--mainTitle"]', '.tb-main-title', '.tb-detail-hd h1'],
    price: [
      '[class*="highlightPrice"] [class*="text--"]',
      '[class*="highlightPrice"]',
      '[class*="Price--priceText"]',
      '#J_PromoPriceNum',
      '.tm-promo-price .tm-price',
      '#J_StrPrice .tb-rmb-num',
      '.tm-price',
    ],
    listPrice: [
      '[class*="subPrice"]',
      '[class*="Price--originPrice"]',
      '#J_StrPriceModBox .tm-price',
      '#J_StrPrice .tb-rmb-num',
      'del .tb-rmb-num',
    ],
    shop: ['[class*="shopName--"]', '[class*="ShopHeader--title"]', '.tb-shop-name a', '.slogo-shopname'],
    seller: ['[class*="sellerNick"]', '.tb-seller-name', '.hd-shop-seller'],
    licence: [
      {
        select: 'a[href*="zhaoshang"][href*="xid"],a[href*="license"],a[href*="credential"],a.tb-icon-license',
        attribute: 'href',
        reading: 'link',
      },
    ],
    sales: [
      { select: '[class*="salesDesc"]', pattern: `(?:已售|月销|销量)\\s*${count}` },
      { select: '.tm-ind-sellCount .tm-count' },
      { select: '#J_SellCounter' },
    ],
    reviews: [
      { select: '[class*="tabTitleItem"]', pattern: `评价\\s*[·(（]?\\s*${count}` },
      { select: '#J_RateCounter' },
      { select: '.tm-ind-reviewCount .tm-count' },
    ],
    rating: [{ select: '[class*="storeLabel"],[class*="shop-score"]', pattern: String.raw`(\d\.\d)` }],
  },
  stated: {
    title,
    productId: ['**.item.itemId', '**.itemId'],
    shop: ['**.seller.shopName'],
    seller: ['**.seller.sellerNick'],
    price: ['**.componentsVO.priceVO.price.priceText', '**.sku2info.0.subPrice.priceText'],
    listPrice: ['**.componentsVO.priceVO.extraPrice.priceText'],
  },
  variants: [
    {
      each: '**.skuBase.skus.*',
      name: ['propPath'],
      properties: '**.skuBase.props.*',
      prices: '**.sku2info',
      price: 'price.priceText',
    },
  ],
  gallery: '[class*="thumbnailPic"],[class*="mainPic"] img,img[class*="mainPic"],#J_UlThumb img,#J_ImgBooth',
  detail: '[class*="imageTextInfo"] img,#description img,.descV8-singleImage img,img.descV8-singleImage-image',
  walls,
} as const satisfies Omit<Adapter, 'platform' | 'hosts' | 'productIdInAddress'>;

/** Taobao, Tmall, 1688, AliExpress, Lazada. */
export const alibabaShops: readonly Adapter[] = [
  { ...addressesOf('tmall'), ...taobaoPage },
  { ...addressesOf('taobao'), ...taobaoPage },
  {
    ...addressesOf('1688'),
    currency: 'CNY',
    shown: {
      title: ['.title-content h1', '.title-text', '.d-title', 'h1.title'],
      price: ['.price-content .price-text', '.price-comp .price-text', '.discountPrice-price', '.price .value'],
      priceFrom: ['.step-price-item:last-of-type .price-text'],
      listPrice: ['.originalPrice', '.price-original-sku .value', '.market-price'],
      shop: ['.winport-title', '.shop-company-name h1', '.company-name', '[class*="shopName"]'],
      sales: [
        {
          select: '.title-sale-column,.sale-count,.title-info-number',
          pattern: `(?:已售|成交|近90天成交)?\\s*${count}`,
        },
      ],
      reviews: [{ select: '.title-second-text,.title-evaluate,.evaluate-count', pattern: `${count}\\s*条?评价` }],
      licence: [{ select: 'a[href*="license"],a[href*="creditdetail"]', attribute: 'href', reading: 'link' }],
    },
    stated: {
      title,
      productId: ['**.tempModel.offerId', '**.offerId'],
      seller: ['**.tempModel.companyName', '**.sellerModel.companyName'],
      shop: ['**.tempModel.companyName'],
    },
    variants: [
      { each: '**.skuInfoMap.*', name: ['specAttrs'], price: 'discountPrice' },
      { each: '**.skuInfoMap.*', name: ['specAttrs'], price: 'price' },
    ],
    shownVariants: ['.sku-item-wrapper', '.expand-view-item'],
    gallery: '.detail-gallery-turn img,.od-gallery-turn-item-wrapper img,.od-gallery-preview img',
    detail: '.content-detail img,.desc-lazyload-container img,#detail img',
    walls,
  },
  {
    ...addressesOf('aliexpress'),
    shown: {
      title: ['h1[data-pl="product-title"]', '.title--wrap--UUHae_g h1', '.product-title-text', 'h1[class*="title"]'],
      price: [
        '[class*="price--current"] [class*="price--currentPriceText"]',
        '[class*="price-default--current"]',
        '[class*="price--currentPriceText"]',
        '.product-price-value',
        '.uniform-banner-box-price',
      ],
      listPrice: [
        '[class*="price--originalText"]',
        '[class*="price-default--original"]',
        '.product-price-del .product-price-value',
        '.uniform-banner-box-discounts span:first-child',
      ],
      shop: [
        '[class*="store-detail--storeName"]',
        '[class*="store-header--storeName"]',
        'a[data-pl="store-name"]',
        '.store-name a',
      ],
      rating: [
        { select: '[data-pl="product-reviewer"] strong,.overview-rating-average', pattern: String.raw`([0-5]\.\d)` },
      ],
      reviews: [
        {
          select: '[data-pl="product-reviewer"] a,[class*="reviewer--reviews"],.product-reviewer-reviews',
          pattern: `${count}\\s*(?:valid )?reviews?`,
        },
      ],
      sales: [{ select: '[class*="reviewer--sold"],.product-reviewer-sold', pattern: `${count}\\s*(?:sold|orders?)` }],
    },
    stated: {
      productId: ['**.productInfoComponent.id', '**.commonModule.productId'],
      title: ['**.productInfoComponent.subject', '**.titleModule.subject'],
      shop: ['**.sellerComponent.storeName', '**.storeModule.storeName'],
      seller: ['**.sellerComponent.companyName', '**.storeModule.companyName'],
      price: ['**.priceComponent.discountPrice.minActivityAmount.value', '**.priceModule.formatedActivityPrice'],
      listPrice: ['**.priceComponent.origPrice.minAmount.value', '**.priceModule.formatedPrice'],
      currency: ['**.priceComponent.origPrice.minAmount.currency', '**.webEnv.currency'],
    },
    variants: [
      { each: '**.skuPriceList.*', name: ['skuAttrName'], price: 'skuVal.skuActivityAmount.value' },
      { each: '**.skuPriceList.*', name: ['skuAttr'], price: 'skuVal.actSkuCalPrice' },
    ],
    gallery: '[class*="slider--img"] img,.images-view-item img,[class*="image-view"] img',
    detail: '#product-description img,.detailmodule_image img',
    walls,
  },
  {
    ...addressesOf('lazada'),
    shown: {
      title: ['.pdp-mod-product-badge-title', 'h1.pdp-mod-product-badge-title-v2', '.pdp-product-title'],
      price: [
        '.pdp-product-price .pdp-price_type_normal',
        '.pdp-v2-product-price-content-salePrice',
        '.pdp-price_type_normal',
      ],
      listPrice: ['.pdp-product-price .pdp-price_type_deleted', '.pdp-v2-product-price-content-originalPrice'],
      shop: ['.seller-name__detail-name', '.seller-name-v2__detail-name'],
      rating: [{ select: '.score .score-average', pattern: String.raw`(\d(?:\.\d)?)` }],
      reviews: [{ select: '.pdp-review-summary__link', pattern: `(?:Ratings?)?\\s*${count}` }],
    },
    stated: {
      productId: ['**.pdt_sku', '**.primaryKey.itemId'],
      title: ['**.product.title', '**.pdt_name'],
      shop: ['**.seller.name', '**.seller_name'],
    },
    variants: [{ each: '**.skuInfos.*', name: ['propertyName'], price: 'price.salePrice.value' }],
    gallery: '.pdp-mod-common-image,.gallery-preview-panel__image,.item-gallery__thumbnail-image',
    detail: '.pdp-product-detail img,.html-content img',
    walls,
  },
];
