/** Chinese and English, in this order. */
export type Word = readonly [zh: string, en: string];

/** For a number that can only be a mistyped order number; the site shows it while the user types. */
export const orderNoWord: Word = [
  '订单编号有误，请核对每一位数字',
  "This order number isn't valid. Check every digit.",
];

/**
 * Sentences about refused inputs. A rule names its sentence by its check's message (`.regex(pattern, 'phone')`) or by
 * `params.says`; `{field}` is the name of the field in the call.
 */
export const inputWords = {
  // Rules of every schema.
  'the-input': ['提交的内容', 'The input'],
  missing: ['缺少 {field}', '{field} is missing.'],
  wrong: ['{field} 不正确', "{field} isn't valid."],
  format: ['{field} 的格式不正确', "{field} doesn't have the right format."],
  empty: ['{field} 不能为空', "{field} can't be empty."],
  text: ['{field} 应为文本', '{field} must be text.'],
  number: ['{field} 应为数字', '{field} must be a number.'],
  whole: ['{field} 应为整数', '{field} must be a whole number.'],
  flag: ['{field} 应为 true 或 false', '{field} must be true or false.'],
  list: ['{field} 应为列表', '{field} must be a list.'],
  object: ['{field} 应为对象', '{field} must be an object.'],
  least: ['{field} 不能小于 {n}', '{field} must be at least {n}.'],
  most: ['{field} 不能大于 {n}', '{field} must be at most {n}.'],
  multiple: ['{field} 应为 {n} 的倍数', '{field} must be a multiple of {n}.'],
  characters_least: ['{field} 至少 {n} 个字符', '{field} needs at least {n} {n:character|characters}.'],
  characters_most: ['{field} 最多 {n} 个字符', '{field} can have at most {n} {n:character|characters}.'],
  characters_exact: ['{field} 应为 {n} 个字符', '{field} must have {n} {n:character|characters}.'],
  items_least: ['{field} 至少 {n} 项', '{field} needs at least {n} {n:item|items}.'],
  items_most: ['{field} 最多 {n} 项', '{field} can have at most {n} {n:item|items}.'],
  items_exact: ['{field} 应为 {n} 项', '{field} must have {n} {n:item|items}.'],
  values: ['{field} 应为下列之一：{values}', '{field} must be one of: {values}.'],
  email: ['{field} 应为邮箱地址，如 name@example.com', '{field} must be an email address, like name@example.com.'],
  url: ['{field} 应为网址，如 https://example.com/', '{field} must be a URL, like https://example.com/.'],
  uuid: ['{field} 应为本服务给出的标识（UUID）', '{field} must be an ID this service gave you (a UUID).'],
  datetime: [
    '{field} 应为 UTC 时间，如 2026-01-31T08:00:00Z',
    '{field} must be a time in UTC, like 2026-01-31T08:00:00Z.',
  ],
  date: ['{field} 应为日期，如 2026-01-31', '{field} must be a date, like 2026-01-31.'],
  base64: ['{field} 应为 Base64 文本', '{field} must be Base64 text.'],
  'unknown-field': ['含有未知字段', 'Unknown field'],
  characters: ['含有无法保存的字符', 'It contains characters that cannot be stored'],

  // Our own rules.
  orderNo: orderNoWord,
  personalHeader: ['个人抬头不填 {field}', "{field} isn't used for a person."],
  'each once': ['{field} 重复，每一项只能出现一次', '{field} is a duplicate. Each may appear only once.'],
  timeOfDay: ['{field} 应为 00:00 至 23:59 的时间', '{field} must be a time from 00:00 to 23:59.'],
  'after start': ['结束时间应晚于开始时间', 'The end must be later than the start.'],
  'spans apart': ['{field} 的时段不能重叠', 'The times of {field} must not overlap.'],
  'from 1': ['{field} 应从 1 开始', '{field} must start at 1.'],
  ascending: ['{field} 应大于上一级', '{field} must be larger than that of the tier before.'],
  'both languages': ['{field} 的中文和英文都要填写', '{field} needs both Chinese and English.'],
  phone: ['{field} 应为 11 位手机号', '{field} must be an 11-digit mobile number.'],
  courtPages: ['{field} 应为页码，如 3 或 3-8', '{field} must be a page number, such as 3 or 3-8.'],
  contactPhone: [
    '{field} 应为手机号，或带区号的固定电话',
    '{field} must be a mobile number, or a landline with its area code.',
  ],
  sixDigits: ['{field} 应为 6 位数字', '{field} must be 6 digits.'],
  digits: ['{field} 只能含数字', '{field} can contain only digits.'],
  fileName: ['{field} 不能为空', "{field} can't be empty."],
  sha256: ['{field} 应为 64 位十六进制摘要', '{field} must be a digest of 64 hexadecimal digits.'],
  name: [
    '{field} 不能含有网址、换行或不可见的字符',
    "{field} can't contain links, line breaks or invisible characters.",
  ],
  loginName: [
    '{field} 应以字母开头，由 3 至 40 个字母、数字、点、下划线或连字符组成',
    '{field} must start with a letter and have 3 to 40 letters, digits, dots, underscores or hyphens.',
  ],
  productCode: [
    '{field} 应由小写字母、数字和连字符组成，且不以连字符开头或结尾',
    "{field} must have lower-case letters, digits and hyphens, and can't start or end with a hyphen.",
  ],
  region: ['{field} 应为 6 位行政区划代码', '{field} must be a division code of 6 digits.'],
  invoiceNumber: ['{field} 应为 8 位或 20 位数字', '{field} must be 8 or 20 digits.'],
  invoiceCode: [
    '{field} 应为 10 位或 12 位数字；数电发票不填',
    '{field} must be 10 or 12 digits, and empty for a digital invoice.',
  ],
  certificateChain: [
    '应为 PEM 格式的证书链，公证员证书在最前',
    "Must be a chain of PEM certificates, the notary's first.",
  ],
  certificateRoot: [
    '证书链未通向平台信任的根证书，或链中有证书不在有效期内',
    "The chain doesn't lead to a root certificate that this platform trusts, or one of its certificates isn't currently valid.",
  ],
  certificateUse: [
    '该证书不能用于签署文书：须允许数字签名，且扩展用途含 documentSigning（1.3.6.1.5.5.7.3.36）',
    "The certificate can't be used to sign documents: it needs the key usage digitalSignature and the extended key usage documentSigning (1.3.6.1.5.5.7.3.36).",
  ],
  certificateNames: [
    '证书主题须写明公证员姓名（CN）、“执业证号 ”加号码（OU）和公证处名称（O），且与此处登记的一致',
    'The subject must name the notary (CN), “执业证号 ” with the licence (OU) and the office (O), as registered here.',
  ],
  certificateSoonOver: ['证书在一天之内到期', 'The certificate expires within a day.'],
  privateKey: [
    '应为 PEM 私钥（P-256，或 2048 位以上 RSA）；已加密的须填写正确的口令',
    'Must be a PEM private key (P-256, or RSA of at least 2048 bits), with its passphrase if it is encrypted.',
  ],
  privateKeyOther: ['私钥与证书不匹配', "This isn't the key of the certificate."],
  bankAccount: ['{field} 应为银行账号', '{field} must be a bank account number.'],
  bankReference: ['{field} 至少 4 位，由字母和数字组成', '{field} needs at least 4 letters or digits.'],
  checkCode: ['{field} 由 8 位字母和数字组成', '{field} has 8 letters or digits.'],
  month: ['{field} 应为月份，如 2026-11', '{field} must be a month, like 2026-11.'],
  taxNumber: ['{field} 不是有效的纳税人识别号', "{field} isn't a valid taxpayer number."],
  idNumber: ['{field} 不是有效的身份证号', "{field} isn't a valid ID card number."],
  cardExpired: ['身份证已过有效期，请使用有效的证件', 'The ID card has expired. Use a valid one.'],
  cardDates: [
    '有效期限的起止日期不正确，请对照身份证背面',
    'Check the dates of validity against the back of the card.',
  ],
  creditCode: ['{field} 不是有效的统一社会信用代码', "{field} isn't a valid unified social credit code."],
  secondFactor: ['{field} 应为 6 位验证码或恢复码', '{field} must be a 6-digit code or a recovery code.'],
  link: ['{field} 应以 https:// 或 / 开头', '{field} must start with https:// or /.'],
  httpsUrl: ['{field} 应以 https:// 开头', '{field} must start with https://.'],
  smallPicture: ['{field} 应为 PNG、JPEG 或 WebP 图片', '{field} must be a PNG, JPEG or WebP image.'],
  eventName: ['{field} 应为事件名称，如 session.begun', '{field} must be the name of an event, like session.begun.'],
  behaviorName: [
    '{field} 应为页面路径或操作名称，不含输入的内容',
    '{field} must be the pattern of a path or the name of an action, never what was typed.',
  ],
  cursor: ['{field} 应为上一页返回的 nextCursor', '{field} must be the nextCursor of the page before.'],
  onePlace: ['目前没有两个不同地点的取证节点', 'No capture nodes in two different places are online right now'],
  notTogether: ['不能与链接页或登录资料同时使用', "Can't be combined with linked pages or a signed-in profile"],
  notSignedIn: [
    '使用登录资料时不能连同链接页：退出登录等链接会以您的身份打开',
    "Linked pages can't be combined with a signed-in profile: links such as “Sign out” would be opened in your name.",
  ],
  notByOrder: [
    '按订单支付时不能连同链接页：订单须全额支付，而链接页可能不足所选数量',
    "Linked pages can't be paid by order: an order is paid in full, and a page may link to fewer than chosen.",
  ],
  oneSite: [
    '{field} 须是一个网站的主机名；{field} 不能是多人共用的后缀，如 com.cn、github.io',
    '{field} must be the host name of one site, not a suffix that many share, like com.cn or github.io.',
  ],
  codeOrTicket: ['code 和 ticket 须填写且只填写其一', 'Give either code or ticket.'],
  codeOrRecoveryCode: ['code 和 recoveryCode 须填写且只填写其一', 'Give either code or recoveryCode.'],
  nameOrAccountName: ['name 和 accountName 至少填写其一', 'Give name, accountName or both.'],
  ticketOrReturn: ['ticket，或 state 与 code，须填写且只填写其一', 'Give either ticket, or state and code.'],
  sha256OrSm3: ['sha256 和 sm3 至少填写其一', 'Give sha256, sm3 or both.'],
  emailOrAddress: ['email 和 addressId 须填写且只填写其一', 'Give either email or addressId.'],
  oneApplicant: ['须有且仅有一名申请人', 'There must be exactly one applicant.'],
  noVideo: ['目前不提供视频面谈', "Video sessions aren't available right now."],
  bothSides: ['同一人不能代表双方', 'One person cannot act for both sides.'],
  noAgent: [
    '此类公证须由本人亲自申请，不能委托代理人',
    'This kind of matter must be applied for in person, without an agent.',
  ],
  counterparty: ['此类公证须填写对方当事人', 'This kind of matter needs a counterparty.'],
  idsOrAll: ['ids 和 all 须填写且只填写其一', 'Give either ids or all.'],
  days: ['from 不能晚于 to，且最多相隔 366 天', "from can't be after to, and at most 366 days before it."],
} as const satisfies Record<string, Word>;
