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
    says: ['人机校验未通过，请重试', 'Verification failed. Try again.'],
  },
  CODE_INVALID: {
    status: 400,
    statusCode: '400102',
    says: ['验证码错误或已过期', 'That code is wrong or has expired.'],
  },
  CREDENTIALS_INVALID: {
    status: 400,
    statusCode: '400103',
    says: ['账号或密码错误', 'Wrong account or password.'],
  },
  LOGIN_DISABLED: {
    status: 403,
    statusCode: '403101',
    says: [
      '该账号已停用，请联系主账号或平台客服',
      'This account is disabled. Contact the account owner or our support.',
    ],
  },
  OLD_PASSWORD_WRONG: { status: 400, statusCode: '400104', says: ['当前密码错误', 'The current password is wrong.'] },
  PASSWORD_COMMON: {
    status: 400,
    statusCode: '400105',
    says: ['该密码过于常见，请换一个', 'This password is too common. Choose another.'],
  },
  PASSWORD_FIRST: {
    status: 403,
    statusCode: '403102',
    says: ['请先设置您自己的登录密码', 'Set your own password first.'],
  },
  PASSWORD_SAME: {
    status: 400,
    statusCode: '400106',
    says: ['新密码不能与原密码相同，请换一个', 'The new password must differ from the old one.'],
  },
  PHONE_TAKEN: {
    status: 409,
    statusCode: '409101',
    says: ['该手机号已注册', 'This phone number is already registered.'],
  },
  AGREEMENT_CHANGED: {
    status: 409,
    statusCode: '409153',
    says: ['协议已更新，请刷新页面并重新阅读', 'The agreement has changed. Reload the page and read it again.'],
  },
  EMAIL_TAKEN: {
    status: 409,
    statusCode: '409151',
    says: ['该邮箱已用于其他账号', 'Another account uses this email address.'],
  },
  NUMBER_CERTIFIED: {
    status: 409,
    statusCode: '409131',
    says: [
      '该号码已用于其他账号的认证：每人最多认证两个账号，每家企业一个',
      'Other accounts are already certified with this number: two per person, one per company.',
    ],
  },
  TOKEN_LIMITED: {
    status: 403,
    statusCode: '403003',
    says: [
      '此操作需要登录会话，换取的令牌不能使用',
      "This needs a signed-in session; a swapped token can't be used for it.",
    ],
  },
  CLOSING_OBSTRUCTED: {
    status: 409,
    statusCode: '409137',
    says: ['还有未完成的事项，暂不能注销', "Something is unfinished, so the account can't be closed yet."],
  },
  NUMBER_DIFFERS: {
    status: 409,
    statusCode: '409136',
    says: [
      '变更认证不能更换号码，请填写原号码；其他人或其他企业请使用自己的账号认证',
      'A change keeps the certified number. Another person or company needs an account of its own.',
    ],
  },
  OWN_CASE: {
    status: 403,
    statusCode: '403131',
    says: [
      '不能审核本人的认证，请由其他人员审核',
      "You can't review your own certification. Someone else has to decide it.",
    ],
  },
  PROVIDER_UNREACHABLE: {
    status: 503,
    statusCode: '503131',
    says: ['认证服务暂时无法使用，请稍后重试', "The identity service isn't available right now. Try again later."],
  },
  UPLOAD_TYPE: {
    status: 415,
    statusCode: '415131',
    says: ['不支持这种文件，请上传 {types}', "This file type isn't supported. Upload {types}."],
  },
  UPLOAD_GONE: {
    status: 409,
    statusCode: '409133',
    says: ['该文件已失效，请重新上传', 'This file has expired. Upload it again.'],
  },
  FILE_DIFFERS: {
    status: 409,
    statusCode: '409134',
    says: [
      '上传的文件与所给的摘要不符，请重新上传',
      'An uploaded file does not match its stated digest. Upload it again.',
    ],
  },
  UPLOAD_INCOMPLETE: {
    status: 409,
    statusCode: '409139',
    says: ['文件尚未上传完毕，请继续上传', 'The file is not uploaded completely. Continue the upload.'],
  },
  PREVIEW_NONE: {
    status: 409,
    statusCode: '409130',
    says: ['这种文件无法预览，请下载后查看', "This file can't be previewed. Download it instead."],
  },
  FILE_NAMES: {
    status: 400,
    statusCode: '400133',
    says: ['有文件同名，请改名后重试', 'Two files have the same name. Rename one and try again.'],
  },
  UPLOAD_BROKEN: {
    status: 400,
    statusCode: '400131',
    says: ['文件已损坏，无法打开，请换一个', "The file is damaged and can't be opened. Choose another."],
  },
  SHEET_TOO_LARGE: {
    status: 400,
    statusCode: '400134',
    says: [
      '表格过大：一次最多 {max} 行，请拆分后重试',
      'This spreadsheet is too large: at most {max} rows at once. Split it and try again.',
    ],
  },
  SHEET_WITHOUT_URLS: {
    status: 400,
    statusCode: '400135',
    says: [
      '表格中没有找到网址列，请使用模板，或将网址放在第一列',
      'No column of URLs was found. Use the template, or put the URLs in the first column.',
    ],
  },
  VIEWS_FULL: {
    status: 409,
    statusCode: '409135',
    says: ['最多保存 {max} 个视图，请先删除不用的', "You can save up to {max} views. Delete one you don't need first."],
  },
  UPLOAD_PIXELS: {
    status: 400,
    statusCode: '400132',
    says: ['图片尺寸过大，请缩小后重试', 'The image dimensions are too large. Resize it and try again.'],
  },
  UPLOAD_IN_USE: {
    status: 409,
    statusCode: '409138',
    says: ['该文件正用于已提交的申请，不能删除', 'This file belongs to something you submitted and cannot be deleted.'],
  },
  UPLOAD_QUOTA: {
    status: 409,
    statusCode: '409132',
    says: [
      '本账号上传的文件已达上限，请删除不用的文件后重试',
      "The account has reached its upload limit. Delete files you don't need and try again.",
    ],
  },
  DEVICE_CODE: {
    status: 400,
    statusCode: '400951',
    says: ['绑定码不正确或已过期，请重新获取', 'This binding code is wrong or has expired. Get a new one.'],
  },
  DEVICES_FULL: {
    status: 409,
    statusCode: '409951',
    says: ['最多绑定 {count} 台设备，请先解绑不用的', 'You can bind up to {count} devices. Unbind one first.'],
  },
  DEVICE_UNBOUND: {
    status: 403,
    statusCode: '403951',
    says: ['该设备未绑定或已解绑', 'This device is not bound.'],
  },
  DEVICE_SIGNATURE: {
    status: 400,
    statusCode: '400952',
    says: ['设备签名无效', "The device's signature is not valid."],
  },
  SEGMENT_INVALID: {
    status: 400,
    statusCode: '400953',
    says: ['录制分段的格式不正确', 'The segment is not of the documented form.'],
  },
  SEGMENT_CHAIN: {
    status: 409,
    statusCode: '409952',
    says: ['录制分段与已收到的分段不衔接', 'The segment does not fit the segments received before.'],
  },
  SEGMENT_UNKNOWN: {
    status: 409,
    statusCode: '409953',
    says: ['该录制分段尚未申报', 'This segment was not announced.'],
  },
  SEGMENT_DIFFERS: {
    status: 409,
    statusCode: '409954',
    says: ['分段内容与设备签名的摘要不符', 'The content does not match the digest that the device signed.'],
  },
  RECORDING_CLOSED: {
    status: 409,
    statusCode: '409955',
    says: ['该录制不再接收分段', 'This recording takes no more segments.'],
  },
  RECORDING_EMPTY: {
    status: 409,
    statusCode: '409956',
    says: ['该录制还没有收到任何内容', 'Nothing of this recording has been received yet.'],
  },
  REGION_MISMATCH: {
    status: 400,
    statusCode: '400151',
    says: ['所选地区不完整或不对应，请重新选择', 'The selected region is incomplete or inconsistent. Select it again.'],
  },
  ADDRESSES_FULL: {
    status: 409,
    statusCode: '409152',
    says: [
      '地址簿最多保存 {count} 个地址，请先删除不用的',
      'The address book holds up to {count} {count:address|addresses}. Delete one first.',
    ],
  },
  LOGIN_NAME_TAKEN: {
    status: 409,
    statusCode: '409111',
    says: ['该登录名已被使用，请换一个', 'This login name is taken. Choose another.'],
  },
  PERSON_UNKNOWN: {
    status: 404,
    statusCode: '404111',
    says: ['该手机号尚未注册，可改为创建子账号', 'No account uses this number. Create a sub-account instead.'],
  },
  MEMBER_ALREADY: {
    status: 409,
    statusCode: '409112',
    says: ['此人已是本账号的成员', 'This person is already a member of the account.'],
  },
  INVITED_ALREADY: {
    status: 409,
    statusCode: '409113',
    says: ['已邀请过此人，正在等待答复', "This person has already been invited and hasn't replied yet."],
  },
  INVITATION_EXPIRED: {
    status: 409,
    statusCode: '409114',
    says: ['邀请已过期，请对方重新邀请', 'The invitation has expired. Ask for a new one.'],
  },
  INVITE_INSTEAD: {
    status: 409,
    statusCode: '409116',
    says: [
      '该手机号已注册，不能再用于子账号；可改为邀请其加入本账号',
      'This phone already has an account. Invite its user instead of creating a sub-account.',
    ],
  },
  HANDOVER_PERSONAL: {
    status: 409,
    statusCode: '409117',
    says: [
      '本账号以持有人个人实名认证，个人认证不能移交；请先完成企业认证',
      "This account is certified in its holder's own name, which can't be handed over. Certify the company first.",
    ],
  },
  SWITCH_BACK_FIRST: {
    status: 409,
    statusCode: '409115',
    says: ['请先切换回本人身份', 'Switch back to your own identity first.'],
  },
  STATE_FORBIDS: {
    status: 409,
    statusCode: '409201',
    says: ['当前状态下不能进行此操作，请刷新后查看', "This isn't possible in the current state. Reload to see it."],
  },
  CHECK_CODE_INVALID: {
    status: 403,
    statusCode: '403201',
    says: ['提取码错误、已过期、已用完或已撤销', 'That check code is wrong, expired, used up or revoked.'],
  },
  SCOPE_TOO_NARROW: {
    status: 403,
    statusCode: '403202',
    says: ['该提取码的范围不包括此内容', "This check code doesn't cover that."],
  },
  CODES_OPEN: {
    status: 409,
    statusCode: '409203',
    says: [
      '一份存证最多有 {most} 个有效提取码，请先撤销不再需要的',
      'An attestation can have {most} active check codes. Revoke one you no longer need.',
    ],
  },
  NO_COURT: {
    status: 409,
    statusCode: '409202',
    says: [
      '平台未接入法院系统，请下载文件后自行提交',
      "No court's system is connected. Download the file and submit it yourself.",
    ],
  },
  COURT_EVIDENCE_FAILED: {
    status: 409,
    statusCode: '409211',
    says: [
      '有 {count} 件存证未通过核验，不能签章清单。请查看核验结果',
      '{count} {count:attestation does|attestations do} not verify, so the list was not signed. See the findings.',
    ],
  },
  COURT_LIST_CHANGED: {
    status: 409,
    statusCode: '409212',
    says: ['清单已在别处修改，请刷新后再试', 'The list was changed elsewhere. Reload it and try again.'],
  },
  SESSIONS_OPEN: {
    status: 409,
    statusCode: '409302',
    says: [
      '最多同时进行 {most} 个在线取证，请先结束其他会话',
      'At most {most} live sessions can be open at once. End another one first.',
    ],
  },
  LEASE_LOST: {
    status: 409,
    statusCode: '409301',
    says: ['租约已失效', 'The lease was lost: another node holds it, or the capture is no longer wanted.'],
  },
  CLOCK_UNKNOWN: {
    status: 503,
    statusCode: '503301',
    says: ['节点时钟未能比对，请重试', "The node's clock couldn't be compared. Try again."],
  },
  TICKET_INVALID: {
    status: 400,
    statusCode: '400601',
    says: ['这一步已过期，请重新开始登录', 'This step has expired. Start signing in again.'],
  },
  PROVE_AGAIN: {
    status: 403,
    statusCode: '403601',
    says: ['请先输入动态验证码，确认是您本人', "Enter a code to confirm it's you."],
  },
  NOT_ONESELF: {
    status: 409,
    statusCode: '409601',
    says: ['不能对自己进行此操作，请其他运营人员处理', "You can't do this to yourself. Ask another operator."],
  },
  LAST_OPERATOR: {
    status: 409,
    statusCode: '409602',
    says: ['至少须保留一名可登录的运营人员', 'At least one operator must remain able to sign in.'],
  },
  USER_NAME_TAKEN: { status: 409, statusCode: '409603', says: ['该用户名已存在', 'This username is taken.'] },
  CHANGED_MEANWHILE: {
    status: 409,
    statusCode: '409604',
    says: ['其他人已修改此内容，请核对后再保存', 'Someone else changed this in the meantime. Check it, then save.'],
  },
  LOCKED: {
    status: 429,
    statusCode: '429101',
    says: [
      '登录失败次数过多，请 {minutes} 分钟后重试[{otherWays}，也可以使用短信验证码、通行密钥、扫码或第三方账号登录]',
      'Too many failed sign-ins. Try again in {minutes} {minutes:minute|minutes}[{otherWays}, or sign in with an SMS code, a passkey, a QR code or a third-party account].',
    ],
  },
  CODES_USED_UP: {
    status: 429,
    statusCode: '429102',
    says: [
      '该手机号今天获取验证码的次数过多，请 {hours} 小时后重试[{otherWays}，也可以使用密码、通行密钥、扫码或第三方账号登录]',
      'Too many codes were sent to this phone today. Try again in {hours} {hours:hour|hours}[{otherWays}, or sign in with a password, a passkey, a QR code or a third-party account].',
    ],
  },
  CODES_PAUSED: {
    status: 503,
    statusCode: '503102',
    says: [
      '短信验证码暂停发送，请 {minutes} 分钟后重试[{otherWays}，也可以使用密码、通行密钥、扫码或第三方账号登录]',
      'SMS codes are paused. Try again in {minutes} {minutes:minute|minutes}[{otherWays}, or sign in with a password, a passkey, a QR code or a third-party account].',
    ],
  },
  PASSWORDS_BUSY: {
    status: 503,
    statusCode: '503101',
    says: [
      '当前登录人数较多，请 {wait}后重试，或换用其他方式登录',
      'Many people are signing in right now. Try again in {wait}, or sign in another way.',
    ],
  },
  SECOND_CODE_INVALID: {
    status: 400,
    statusCode: '400701',
    says: ['验证码错误或已使用', 'That code is wrong or has already been used.'],
  },
  SECOND_CODE_NEEDED: {
    status: 400,
    statusCode: '400702',
    says: ['请同时输入两步验证的验证码或恢复码', 'Enter a code from your second factor as well.'],
  },
  PASSWORD_WRONG: { status: 400, statusCode: '400703', says: ['密码错误', 'Wrong password.'] },
  PASSKEY_INVALID: {
    status: 400,
    statusCode: '400704',
    says: ['通行密钥未通过验证，请重试', "The passkey wasn't accepted. Try again."],
  },
  NUMBER_WRONG: {
    status: 400,
    statusCode: '400705',
    says: [
      '数字不符，该登录请求已被拒绝。如仍要登录，请刷新电脑上的二维码',
      "The number doesn't match, so this sign-in was declined. To sign in, refresh the QR code on your computer.",
    ],
  },
  THIRD_REFUSED: {
    status: 400,
    statusCode: '400706',
    says: ['第三方登录未完成，请重新开始', "Third-party sign-in wasn't completed. Start again."],
  },
  THIRD_NOT_MEMBER: {
    status: 403,
    statusCode: '403702',
    says: [
      '您不是该企业的企业微信成员，无法用它登录',
      "You aren't a member of this company in WeCom, so you can't sign in with it.",
    ],
  },
  THIRD_NO_WECHAT: {
    status: 403,
    statusCode: '403703',
    says: [
      '您的企业微信未绑定微信，无法确认是您本人。请先在企业微信“我—设置—账号”中绑定微信，再重新登录',
      "Your WeCom account isn't linked to WeChat, so we can't tell that it's yours. Link WeChat in WeCom's account settings, then sign in again.",
    ],
  },
  SIGNATURE_INVALID: {
    status: 400,
    statusCode: '400707',
    says: ['应用签名错误', "The application's signature is invalid."],
  },
  REQUEST_STALE: {
    status: 400,
    statusCode: '400708',
    says: ['请求已过期或已使用过', 'The request has expired or was already used.'],
  },
  CONFIRM_FIRST: {
    status: 403,
    statusCode: '403701',
    says: ['请先确认是您本人', "Confirm it's you first."],
  },
  HAS_PASSWORD: { status: 409, statusCode: '409701', says: ['请使用密码确认', 'Confirm with your password.'] },
  TOO_MANY_FACTORS: {
    status: 409,
    statusCode: '409702',
    says: ['最多添加 10 个，请先删除不用的', 'You can add up to 10. Remove one first.'],
  },
  RECOVERY_OPEN: {
    status: 409,
    statusCode: '409706',
    says: ['您的申请已提交，正在处理', 'Your request has been submitted and is being processed.'],
  },
  NO_FACTOR: {
    status: 409,
    statusCode: '409703',
    says: ['请先添加验证器应用或通行密钥', 'Add an authenticator app or a passkey first.'],
  },
  THIRD_TAKEN: {
    status: 409,
    statusCode: '409704',
    says: ['该第三方账号已绑定其他用户', 'This third-party account is linked to another user.'],
  },
  THIRD_BOUND: {
    status: 409,
    statusCode: '409705',
    says: [
      '您已绑定该平台的账号，如需更换请使用换绑',
      "You've already linked an account of this provider. Replace it instead.",
    ],
  },
  PROVIDER_FAILED: {
    status: 503,
    statusCode: '503701',
    says: [
      '第三方平台暂时无法使用，请换一种方式登录',
      "The third-party platform isn't available right now. Sign in another way.",
    ],
  },

  BALANCE_SHORT: {
    status: 402,
    statusCode: '402001',
    says: [
      '余额不足[，还差 {missing}]，请充值或购买套餐',
      'Insufficient balance[, {missing} short]. Top up or buy a package.',
    ],
  },
  SPENDING_LIMIT: {
    status: 402,
    statusCode: '402002',
    says: [
      '超出您本月的消费限额[，还可消费 {left}]，请联系主账号',
      'This exceeds your monthly spending limit[ ({left} left)]. Ask the account owner.',
    ],
  },
  ORDERS_OPEN: {
    status: 409,
    statusCode: '409405',
    says: ['未支付的订单过多，请先支付或取消', 'Too many unpaid orders. Pay or cancel some first.'],
  },
  ORDER_OVER: {
    status: 409,
    statusCode: '409401',
    says: ['该订单已支付或已关闭，请刷新后查看', 'This order is already paid or closed. Reload to see it.'],
  },
  ORDER_IN_REVIEW: {
    status: 409,
    statusCode: '409409',
    says: [
      '该订单收到的金额与应付的不符，正在核对，请不要重复支付',
      "The amount received for this order doesn't match. We're reviewing it; please don't pay again.",
    ],
  },
  PAY_WAY_OFF: {
    status: 409,
    statusCode: '409402',
    says: ['该订单不能用这种方式支付，请换一种', "This order can't be paid this way. Choose another method."],
  },
  PAY_PROVIDER_FAILED: {
    status: 503,
    statusCode: '503401',
    says: [
      '支付平台暂时无法受理，订单未扣款。请稍后重试，或换一种支付方式',
      "The payment provider isn't available right now. You weren't charged. Try again later or choose another method.",
    ],
  },
  BANK_TRANSFER_OFF: {
    status: 409,
    statusCode: '409406',
    says: ['平台暂未开通对公转账，请换一种方式充值', "Bank transfers aren't offered here. Top up another way."],
  },
  BANK_TRANSFERS_OPEN: {
    status: 409,
    statusCode: '409407',
    says: [
      '有 {count} 笔转账还在核对，请等核对完成后再提交',
      '{count} transfers are still under review. Wait for their results before reporting another.',
    ],
  },
  BANK_REFERENCE_USED: {
    status: 409,
    statusCode: '409408',
    says: ['这个流水号已经入过账，请核对银行对账单', 'This reference was already credited. Check the bank statement.'],
  },
  SLOT_TAKEN: {
    status: 409,
    statusCode: '409751',
    says: ['这个时间已不可预约，请另选时间', 'This time is no longer free. Choose another one.'],
  },
  MOVES_USED_UP: {
    status: 409,
    statusCode: '409752',
    says: [
      '面谈已改期 3 次，如需再改请联系公证处',
      'The session was already rescheduled three times. Call the notary office to change it again.',
    ],
  },
  STATEMENT_OPEN: {
    status: 409,
    statusCode: '409410',
    says: [
      '该月还没有结账，次月 1 日 1 时后可以下载',
      'This month is still open. Its statement can be downloaded from 01:00 on the 1st of the next month.',
    ],
  },
  EXPORT_OPEN: {
    status: 409,
    statusCode: '409411',
    says: ['已有一份数据正在准备，请等待完成或先取消', 'An export is being prepared. Wait for it or cancel it first.'],
  },
  EXPORT_TOO_LARGE: {
    status: 409,
    statusCode: '409404',
    says: [
      '记录超过 {max} 条，请缩小范围后再导出',
      'More than {max} {max:entry|entries}. Narrow the filters, then export.',
    ],
  },
  REFUND_TOO_MUCH: {
    status: 409,
    statusCode: '409403',
    says: ['退款金额超出可退金额', 'The amount exceeds what can be refunded.'],
  },

  HEADERS_FULL: {
    status: 409,
    statusCode: '409451',
    says: [
      '最多保存 {count} 个发票抬头，请先删除不用的',
      'You can save up to {count} billing details. Delete one first.',
    ],
  },
  HEADER_INCOMPLETE: {
    status: 409,
    statusCode: '409452',
    says: [
      '专用发票须使用企业抬头，填写名称和纳税人识别号',
      'A special VAT invoice needs company billing details with name and taxpayer ID.',
    ],
  },
  ORDER_NOT_INVOICEABLE: {
    status: 409,
    statusCode: '409453',
    says: [
      '订单 {order} 不能开票：未支付、已退款、已申请过发票，或由余额支付',
      "Order {order} can't be invoiced: it's unpaid, refunded, already on an invoice, or paid from the balance.",
    ],
  },
  INVOICE_AMOUNT_CHANGED: {
    status: 409,
    statusCode: '409454',
    says: [
      '订单 {order} 在申请后有退款，请驳回申请，由用户按余下金额重新申请',
      'Order {order} was refunded after this application. Reject it so the user can apply again for the remaining amount.',
    ],
  },
  INVOICE_NUMBER_TAKEN: {
    status: 409,
    statusCode: '409455',
    says: ['该发票号码已登记在另一张发票上', 'This invoice number is already recorded on another invoice.'],
  },
  DIGITS_OVER: {
    status: 409,
    statusCode: '409851',
    says: [
      '这组数字已失效，请重新录制，系统会给出新的数字',
      'These digits are no longer valid. Record again; you will get new ones.',
    ],
  },
  NOT_READ: {
    status: 409,
    statusCode: '409852',
    says: ['请先把每份文书读到最后', 'Read each document to its end first.'],
  },
  EVIDENCE_ALTERED: {
    status: 409,
    statusCode: '409861',
    says: [
      '有存证核验未通过，请在存证清单中查看核验结果',
      'An attestation failed verification. See the result in the list of attestations.',
    ],
  },
  IDENTITY_OPEN: {
    status: 409,
    statusCode: '409862',
    says: [
      '还有当事人没有完成身份核验。请退回其未完成的步骤，由其完成或由您当面核验',
      'A party is not identified yet. Return the open steps to be done, or identify the party yourself.',
    ],
  },
  RECORDING_UNPLAYED: {
    status: 409,
    statusCode: '409863',
    says: ['请先完整观看每位当事人的录像', 'Play the recordings of each party to their end first.'],
  },
  SESSION_BOOKED: {
    status: 409,
    statusCode: '409864',
    says: [
      '该事项已约定面谈。请先将面谈改期，再更换承办公证员',
      'A session is booked for this matter. Reschedule it first, then assign another notary.',
    ],
  },
} as const satisfies Record<string, RefusalKind>;

/** Name of a refusal. */
export type RefusalCode = keyof typeof refusals;
