export { type FakeAlipay, startAlipay } from './alipay/server.ts';
export { editedPdf, plainPdf } from './edited-pdf.ts';
export { type OpenidProvider, startOpenidProvider } from './openid-provider.ts';
export { type OutsideTsa, type OutsideTsaBehaviour, startOutsideTsa } from './outside-tsa.ts';
export { type AlipayShop, startAlipayShop } from './payment/alipay.ts';
export type { Behavior, NotificationContent, RefundBehavior, SentNotification, Shop } from './payment/shop.ts';
export { type StripeShop, startStripeShop } from './payment/stripe.ts';
export { startWechatShop, type WechatShop } from './payment/wechat.ts';
export type { Truth } from './product-pages/product.ts';
export { productPages, type StyledPage } from './product-pages/product-pages.ts';
export { type ReadField, type Score, scoreOf } from './product-pages/score.ts';
export { type ProductSite, startProductSite } from './product-pages/serve.ts';
export { refusedUrlRows } from './refused-urls.ts';
export { asZipInputs, openSampleSealer, type SampleBundle, type SampleOptions } from './sample-bundle.ts';
export { type SampleRecord, sampleRecord, sampleReport } from './sample-capture.ts';
export type { SampleCrlOptions, SampleRevocation, SampleScope } from './sample-crl.ts';
export { type SampleOcspOptions, type SampleStatus, sampleOcsp } from './sample-ocsp.ts';
export type { SampleRecording } from './sample-recording.ts';
export type { ResourceKind } from './sample-site/entry.ts';
export { hostilePaths } from './sample-site/hostile-pages.ts';
export {
  type SampleSite,
  type SampleSiteOptions,
  type SiteResource,
  startSampleSite,
} from './sample-site/sample-site.ts';
export type { SiteRequest } from './sample-site/visit.ts';
export { type WaczRecord, waczRecords } from './second-reader.ts';
export { type FakeAlipaySignIn, startAlipaySignIn } from './sign-in/alipay.ts';
export { type FakeDingtalk, startDingtalkSignIn } from './sign-in/dingtalk.ts';
export type { SignInVendor, VendorBehavior } from './sign-in/vendor.ts';
export { type FakeWechat, startWechatSignIn } from './sign-in/wechat.ts';
export { type FakeWecom, startWecomSignIn } from './sign-in/wecom.ts';
export { byTestLength, isLongTest } from './test-length.ts';
export { type AliyunSms, type AliyunSmsBehaviour, startAliyunSms, type TakenText } from './text-messages/aliyun.ts';
export { startTimeServer, type TimeServer, type TimeServerBehaviour } from './time-server.ts';
export type { PublishedStatus, StatusBehaviour } from './tsa-status.ts';
