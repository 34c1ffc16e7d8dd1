import { type RefusalKind, usualRefusals } from './usual-refusals.ts';

/**
 * Every refusal that a call can end with. `{gaps}` are filled from the values the refusal is thrown with (`fillGaps`); what stands in
 * `[brackets]` is left out where its gap has none.
 */
export const refusals = {
  ...usualRefusals,

  CHALLENGE_UNSOLVED: {
    status: 400,
    statusCode: '400101',
    says: ['人机校验未通过，请重试', 'The check against robots was not passed: try again.'],
  },
  CODE_INVALID: {
    status: 400,
    statusCode: '400102',
    says: ['验证码错误或已过期', 'The code is wrong or has expired.'],
  },
  CREDENTIALS_INVALID: {
    status: 400,
    statusCode: '400103',
    says: ['账号或密码错误', 'The account or the password is wrong.'],
  },
  LOGIN_DISABLED: {
    status: 403,
    statusCode: '403101',
    says: ['该账号已停用，请联系主账号或平台客服', 'This account is disabled: ask its main account, or our support.'],
  },
  OLD_PASSWORD_WRONG: { status: 400, statusCode: '400104', says: ['原密码错误', 'The old password is wrong.'] },
  PASSWORD_COMMON: {
    status: 400,
    statusCode: '400105',
    says: ['该密码过于常见，请换一个', 'This password is too common: choose another.'],
  },
  PASSWORD_FIRST: {
    status: 403,
    statusCode: '403102',
    says: ['请先设置您自己的登录密码', 'First choose a password of your own.'],
  },
  PASSWORD_SAME: {
    status: 400,
    statusCode: '400106',
    says: ['新密码不能与原密码相同，请换一个', 'That is the password you were given: choose another.'],
  },
  PHONE_TAKEN: { status: 409, statusCode: '409101', says: ['该手机号已注册', 'This phone is registered already.'] },
  AGREEMENT_CHANGED: {
    status: 409,
    statusCode: '409153',
    says: ['协议已更新，请刷新页面并重新阅读', 'The agreement has changed: reload the page and read it again.'],
  },
  EMAIL_TAKEN: {
    status: 409,
    statusCode: '409151',
    says: ['该邮箱已用于其他账号', 'Another account uses this mail address.'],
  },
  NUMBER_CERTIFIED: {
    status: 409,
    statusCode: '409131',
    says: ['该证件号码已用于其他账号的认证', 'Another account is certified with this number already.'],
  },
  OWN_CASE: {
    status: 403,
    statusCode: '403131',
    says: ['不能审核本人的认证，请由其他人员审核', 'This case bears your own name: somebody else has to decide it.'],
  },
  PROVIDER_UNREACHABLE: {
    status: 503,
    statusCode: '503131',
    says: ['认证服务暂时无法使用，请稍后重试', 'The identity provider does not answer. Try again in a moment.'],
  },
  UPLOAD_TYPE: {
    status: 415,
    statusCode: '415131',
    says: ['不支持这种文件，请上传 {types}', 'Files of this type are not taken here. Choose {types}.'],
  },
  UPLOAD_GONE: {
    status: 409,
    statusCode: '409133',
    says: ['该文件已失效，请重新上传', 'This file is no longer there: upload it again.'],
  },
  UPLOAD_BROKEN: {
    status: 400,
    statusCode: '400131',
    says: ['文件已损坏，无法打开，请换一个', 'The file is damaged and cannot be opened: choose another.'],
  },
  UPLOAD_PIXELS: {
    status: 400,
    statusCode: '400132',
    says: ['图片尺寸过大，请缩小后重试', 'The image has too many pixels: make it smaller and try again.'],
  },
  UPLOAD_QUOTA: {
    status: 409,
    statusCode: '409132',
    says: [
      '本账号上传的文件已达上限，请删除不用的文件后重试',
      'The account has no room for more files: remove some and try again.',
    ],
  },
  REGION_MISMATCH: {
    status: 400,
    statusCode: '400151',
    says: ['所选地区不完整或不对应，请重新选择', 'The region is incomplete or does not fit together: choose it again.'],
  },
  ADDRESSES_FULL: {
    status: 409,
    statusCode: '409152',
    says: [
      '地址簿最多保存 {count} 个地址，请先删除不用的',
      'An address book holds {count} {count:address|addresses}: delete one first.',
    ],
  },
  LOGIN_NAME_TAKEN: {
    status: 409,
    statusCode: '409111',
    says: ['该登录名已被使用，请换一个', 'This sign-in name is taken: choose another.'],
  },
  PERSON_UNKNOWN: {
    status: 404,
    statusCode: '404111',
    says: ['该手机号尚未注册，可改为创建子账号', 'Nobody is registered with this phone. Create a sub-account instead.'],
  },
  MEMBER_ALREADY: {
    status: 409,
    statusCode: '409112',
    says: ['此人已是本账号的成员', 'This person belongs to the account already.'],
  },
  INVITED_ALREADY: {
    status: 409,
    statusCode: '409113',
    says: ['已邀请过此人，正在等待答复', 'This person is invited already and has not answered yet.'],
  },
  INVITATION_EXPIRED: {
    status: 409,
    statusCode: '409114',
    says: ['邀请已过期，请对方重新邀请', 'The invitation has expired: ask to be invited again.'],
  },
  SWITCH_BACK_FIRST: {
    status: 409,
    statusCode: '409115',
    says: ['请先切换回本人身份', 'First switch back to yourself.'],
  },
  STATE_FORBIDS: {
    status: 409,
    statusCode: '409201',
    says: ['当前状态下不能进行此操作，请刷新后查看', 'That cannot be done in its present state: reload to see it.'],
  },
  LEASE_LOST: {
    status: 409,
    statusCode: '409301',
    says: ['租约已失效', 'The lease is lost: somebody else has it, or nobody wants it any more.'],
  },
  CLOCK_UNKNOWN: {
    status: 503,
    statusCode: '503301',
    says: ['节点时钟未能比对，请重试', 'The node’s clock could not be compared. Try again.'],
  },
  TICKET_INVALID: {
    status: 400,
    statusCode: '400601',
    says: ['这一步已过期，请重新开始登录', 'This step has expired: begin signing in again.'],
  },
  PROVE_AGAIN: {
    status: 403,
    statusCode: '403601',
    says: ['请先输入动态验证码，确认是您本人', 'First confirm with a code that it is you.'],
  },
  NOT_ONESELF: {
    status: 409,
    statusCode: '409601',
    says: ['不能对自己进行此操作，请其他运营人员处理', 'Not for oneself: ask another operator.'],
  },
  LAST_OPERATOR: {
    status: 409,
    statusCode: '409602',
    says: ['至少须保留一名可登录的运营人员', 'At least one operator has to remain.'],
  },
  USER_NAME_TAKEN: { status: 409, statusCode: '409603', says: ['该用户名已存在', 'This user name is taken.'] },
  CHANGED_MEANWHILE: {
    status: 409,
    statusCode: '409604',
    says: ['其他人已修改此内容，请核对后再保存', 'Somebody else has changed it meanwhile: compare, then save.'],
  },
  LOCKED: {
    status: 429,
    statusCode: '429101',
    says: [
      '登录失败次数过多，请 {minutes} 分钟后重试[{otherWays}，也可以使用短信验证码、通行密钥、扫码或第三方账号登录]',
      'Too many failed sign-ins. Try again in {minutes} {minutes:minute|minutes}[{otherWays}, or sign in with a text message code, a passkey, a QR code, or a third-party account].',
    ],
  },
  CODES_USED_UP: {
    status: 429,
    statusCode: '429102',
    says: [
      '该手机号今天获取验证码的次数过多，请 {hours} 小时后重试[{otherWays}，也可以使用密码、通行密钥、扫码或第三方账号登录]',
      'Too many codes were sent to this phone today. Try again in {hours} {hours:hour|hours}[{otherWays}, or sign in with a password, a passkey, a QR code, or a third-party account].',
    ],
  },
  CODES_PAUSED: {
    status: 503,
    statusCode: '503102',
    says: [
      '短信验证码暂停发送，请 {minutes} 分钟后重试[{otherWays}，也可以使用密码、通行密钥、扫码或第三方账号登录]',
      'Text message codes are paused. Try again in {minutes} {minutes:minute|minutes}[{otherWays}, or sign in with a password, a passkey, a QR code, or a third-party account].',
    ],
  },
  PASSWORDS_BUSY: {
    status: 503,
    statusCode: '503101',
    says: [
      '当前登录人数较多，请 {seconds} 秒后重试，或换用其他方式登录',
      'Many people are signing in right now. Try again in {seconds} {seconds:second|seconds}, or sign in another way.',
    ],
  },
  SECOND_CODE_INVALID: {
    status: 400,
    statusCode: '400701',
    says: ['动态验证码或恢复码错误', 'The code is wrong, or was used already.'],
  },
  SECOND_CODE_NEEDED: {
    status: 400,
    statusCode: '400702',
    says: ['请同时输入动态验证码或恢复码', 'Enter a code of your second factor, too.'],
  },
  PASSWORD_WRONG: { status: 400, statusCode: '400703', says: ['密码错误', 'The password is wrong.'] },
  PASSKEY_INVALID: {
    status: 400,
    statusCode: '400704',
    says: ['通行密钥未通过验证，请重试', 'The passkey was not accepted: try again.'],
  },
  NUMBER_WRONG: {
    status: 400,
    statusCode: '400705',
    says: [
      '数字不符，该登录请求已被拒绝。如仍要登录，请刷新电脑上的二维码',
      'That is not the number: this sign-in is refused. To sign in, ask for another QR code.',
    ],
  },
  THIRD_REFUSED: {
    status: 400,
    statusCode: '400706',
    says: ['第三方登录未完成，请重新开始', 'The third party did not confirm who you are: begin again.'],
  },
  SIGNATURE_INVALID: {
    status: 400,
    statusCode: '400707',
    says: ['应用签名错误', 'The signature of the application is wrong.'],
  },
  REQUEST_STALE: {
    status: 400,
    statusCode: '400708',
    says: ['请求已过期或已使用过', 'The request is too old, or was made before.'],
  },
  CONFIRM_FIRST: {
    status: 403,
    statusCode: '403701',
    says: ['请先确认是您本人', 'First confirm that it is you.'],
  },
  HAS_PASSWORD: { status: 409, statusCode: '409701', says: ['请使用密码确认', 'Confirm with the password.'] },
  TOO_MANY_FACTORS: {
    status: 409,
    statusCode: '409702',
    says: ['最多添加 10 个，请先删除不用的', 'There are ten already: remove one first.'],
  },
  RECOVERY_OPEN: {
    status: 409,
    statusCode: '409706',
    says: ['您的申请已提交，正在处理', 'You have asked already, and it is being worked on.'],
  },
  NO_FACTOR: {
    status: 409,
    statusCode: '409703',
    says: ['请先添加验证器应用或通行密钥', 'First add an authenticator app or a passkey.'],
  },
  THIRD_TAKEN: {
    status: 409,
    statusCode: '409704',
    says: ['该第三方账号已绑定其他用户', 'This identity is bound to somebody else.'],
  },
  THIRD_BOUND: {
    status: 409,
    statusCode: '409705',
    says: ['您已绑定该平台的账号，如需更换请使用换绑', 'You have one of this provider already: replace it instead.'],
  },
  PROVIDER_FAILED: {
    status: 503,
    statusCode: '503701',
    says: ['第三方平台暂时无法使用，请换一种方式登录', 'The third party does not answer. Sign in another way.'],
  },

  BALANCE_SHORT: {
    status: 402,
    statusCode: '402001',
    says: [
      '余额不足[，还差 {missing}]，请充值或购买套餐',
      'The balance is too low[ by {missing}]: recharge it or buy a package.',
    ],
  },
  SPENDING_LIMIT: {
    status: 402,
    statusCode: '402002',
    says: [
      '超出您本月的消费限额[，还可消费 {left}]，请联系主账号',
      'That is more than you may spend this month[, of which {left} is left]: ask the main account.',
    ],
  },
  ORDERS_OPEN: {
    status: 409,
    statusCode: '409405',
    says: ['未支付的订单过多，请先支付或取消', 'Too many orders wait for payment: pay or cancel some of them first.'],
  },
  ORDER_OVER: {
    status: 409,
    statusCode: '409401',
    says: ['该订单已支付或已关闭，请刷新后查看', 'This order is paid or closed already: reload to see it.'],
  },
  PAY_WAY_OFF: {
    status: 409,
    statusCode: '409402',
    says: ['该订单不能用这种方式支付，请换一种', 'This order cannot be paid in this way: choose another.'],
  },
  PAY_PROVIDER_FAILED: {
    status: 503,
    statusCode: '503401',
    says: [
      '支付平台暂时无法受理，订单未扣款。请稍后重试，或换一种支付方式',
      'The payment provider cannot take it now, and nothing was charged. Try again in a moment, or pay in another way.',
    ],
  },
  EXPORT_TOO_LARGE: {
    status: 409,
    statusCode: '409404',
    says: [
      '明细超过 {max} 条，请缩小日期范围后再导出',
      'More than {max} {max:entry|entries}: choose fewer days, then export.',
    ],
  },
  REFUND_TOO_MUCH: {
    status: 409,
    statusCode: '409403',
    says: ['退款金额超出可退金额', 'That is more than was paid and not refunded yet.'],
  },

  HEADERS_FULL: {
    status: 409,
    statusCode: '409451',
    says: [
      '最多保存 {count} 个发票抬头，请先删除不用的',
      'There are {count} invoice headers already: delete one first.',
    ],
  },
  HEADER_INCOMPLETE: {
    status: 409,
    statusCode: '409452',
    says: [
      '专用发票须使用资料完整的企业抬头：税号、开户行、账号、地址和电话',
      'A special invoice needs the header of an enterprise with tax number, bank, account, address and phone.',
    ],
  },
  ORDER_NOT_INVOICEABLE: {
    status: 409,
    statusCode: '409453',
    says: [
      '订单 {order} 不能开票：未支付、已退款、已申请过发票，或由余额支付',
      'There is nothing to invoice of order {order}: it is not paid, refunded, in another invoice, or paid from the balance.',
    ],
  },
  INVOICE_AMOUNT_CHANGED: {
    status: 409,
    statusCode: '409454',
    says: [
      '订单 {order} 在申请后有退款，请驳回申请，由用户按余下金额重新申请',
      'Order {order} was refunded since: reject the application, so that it is made anew over what is left.',
    ],
  },
  INVOICE_NUMBER_TAKEN: {
    status: 409,
    statusCode: '409455',
    says: ['该发票号码已登记在另一张发票上', 'This invoice number stands at another invoice already.'],
  },
} as const satisfies Record<string, RefusalKind>;

/** Name of a refusal. */
export type RefusalCode = keyof typeof refusals;
