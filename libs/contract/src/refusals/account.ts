import type { RefusalKind } from '../usual-refusals.ts';

/** Refusals about accounts, sign-in, members and certification. */
export const accountRefusals = {
  CHALLENGE_UNSOLVED: {
    status: 400,
    statusCode: '400101',
    says: ['人机校验未通过，请重试', 'Verification failed. Try again.'],
  },
  CODE_INVALID: {
    status: 400,
    statusCode: '400102',
    says: [
      '验证码错误或已过期，请核对，或获取新的验证码',
      'That code is wrong or has expired. Check it, or get a new one.',
    ],
  },
  CREDENTIALS_INVALID: {
    status: 400,
    statusCode: '400103',
    says: ['账号或密码错误，请核对后重试', 'Wrong account or password. Check both and try again.'],
  },
  LOGIN_DISABLED: {
    status: 403,
    statusCode: '403101',
    says: [
      '该账号已停用，请联系主账号或平台客服',
      'This account is disabled. Contact the account owner or our support.',
    ],
  },
  OLD_PASSWORD_WRONG: {
    status: 400,
    statusCode: '400104',
    says: [
      '当前密码错误，密码未修改，请核对后重试',
      "The current password is wrong. Your password wasn't changed. Check it and try again.",
    ],
  },
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
    says: ['新密码不能与原密码相同，请换一个', 'The new password is the same as the old one. Choose another.'],
  },
  PHONE_TAKEN: {
    status: 409,
    statusCode: '409101',
    says: [
      '该手机号已注册，请用它登录，或换一个号码',
      'This phone number is already registered. Sign in with it, or use another one.',
    ],
  },
  AGREEMENT_CHANGED: {
    status: 409,
    statusCode: '409153',
    says: ['协议已更新，请刷新页面并重新阅读', 'The agreement has changed. Reload the page and read it again.'],
  },
  EMAIL_TAKEN: {
    status: 409,
    statusCode: '409151',
    says: ['该邮箱已用于其他账号，请换一个', 'Another account uses this email address. Enter another one.'],
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
      '此操作须在登录状态下进行，不能使用换取的令牌',
      "This needs a signed-in session; an exchanged token can't be used.",
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
    says: [
      '此人已是本账号的成员，无须再次邀请',
      'This person is already a member of the account. No invitation is needed.',
    ],
  },
  INVITED_ALREADY: {
    status: 409,
    statusCode: '409113',
    says: [
      '已邀请过此人，请等待答复，或撤回后重新邀请',
      "This person has already been invited and hasn't replied. Wait, or withdraw the invitation and send another.",
    ],
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
    says: [
      '至少须保留一名可登录的运营人员，请先添加一名',
      'At least one operator must remain able to sign in. Add another one first.',
    ],
  },
  USER_NAME_TAKEN: {
    status: 409,
    statusCode: '409603',
    says: ['该用户名已存在，请换一个', 'This username is taken. Choose another.'],
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
    says: ['验证码错误或已使用，请换一个重试', 'That code is wrong or has already been used. Try the next one.'],
  },
  SECOND_CODE_NEEDED: {
    status: 400,
    statusCode: '400702',
    says: ['请同时输入两步验证的验证码或恢复码', 'Enter a code from your second factor as well.'],
  },
  PASSWORD_WRONG: {
    status: 400,
    statusCode: '400703',
    says: ['密码错误，请核对后重试', 'Wrong password. Check it and try again.'],
  },
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
      '您不是该企业的企业微信成员，请换一种方式登录',
      "You aren't a member of this company in WeCom. Sign in another way.",
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
  THIRD_PREVIEW: {
    status: 403,
    statusCode: '403704',
    says: [
      '微信正以快照方式显示本页，没有提供您的身份。请点击页面底部的“使用完整服务”，再重新登录',
      "WeChat shows this page as a preview and didn't say who you are. Tap “Use full service” (使用完整服务) at its foot, then sign in again.",
    ],
  },
  SIGNATURE_INVALID: {
    status: 400,
    statusCode: '400707',
    says: [
      '应用签名错误，请检查应用密钥和签名内容',
      "The application's signature is invalid. Check its key and what it signs.",
    ],
  },
  REQUEST_STALE: {
    status: 400,
    statusCode: '400708',
    says: ['请求已过期或已使用过，请重新发起', 'The request has expired or was already used. Start it again.'],
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
    says: [
      '您的申请已提交，正在处理，请等待结果',
      'Your request has been submitted and is being processed. Please wait for the result.',
    ],
  },
  NO_FACTOR: {
    status: 409,
    statusCode: '409703',
    says: ['请先添加验证器应用或通行密钥', 'Add an authenticator app or a passkey first.'],
  },
  THIRD_TAKEN: {
    status: 409,
    statusCode: '409704',
    says: [
      '该第三方账号已绑定其他用户，请先在该用户的设置中解绑，或绑定另一个账号',
      "This third-party account is linked to another user. Unlink it in that user's settings, or link another one.",
    ],
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
} as const satisfies Record<string, RefusalKind>;
