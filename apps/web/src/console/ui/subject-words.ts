import {
  type CodePurpose,
  certificationWords,
  fillGaps,
  messageKindWords,
  type RefusalCode,
  refusals,
  staffRoleWords,
  type UploadPurpose,
  type Word,
} from '@proofkeep/contract';
import { useLanguage, wordIn } from '../../ui/words/words.ts';

const parts: Record<string, Word> = {
  about: ['对象', 'About'],
  accountId: ['账号编号', 'Account'],
  address: ['地址编号', 'Address'],
  after: ['改后', 'After'],
  amountCents: ['金额（分）', 'Amount (cents)'],
  announcement: ['公告编号', 'Announcement'],
  ano: ['存证编号', 'Attestation'],
  appId: ['合作应用', 'Partner application'],
  attempt: ['第几次提交', 'Submission no.'],
  before: ['改前', 'Before'],
  cents: ['金额（分）', 'Amount (cents)'],
  certification: ['认证编号', 'Certification'],
  code: ['原因代码', 'Refusal code'],
  cursor: ['之前的记录', 'Earlier records'],
  ended: ['结束的会话', 'Sessions ended'],
  entries: ['明细条数', 'Entries'],
  event: ['事件', 'Event'],
  factorId: ['验证方式编号', 'Factor'],
  fileId: ['文件编号', 'File'],
  found: ['找到', 'Found'],
  header: ['发票抬头编号', 'Billing details'],
  invitationId: ['邀请编号', 'Invitation'],
  invoice: ['发票编号', 'Invoice'],
  issue: ['异常付款编号', 'Payment issue'],
  kind: ['类型', 'Type'],
  language: ['语言', 'Language'],
  lockedMinutes: ['锁定（分钟）', 'Locked (minutes)'],
  login: ['登录', 'Login'],
  loginId: ['登录编号', 'Login'],
  mail: ['邮件', 'Email'],
  messages: ['消息条数', 'Messages'],
  name: ['名称', 'Name'],
  note: ['处理结果', 'Note'],
  order: ['订单', 'Order'],
  orders: ['订单数', 'Orders'],
  osUser: ['命令行，系统用户', 'Command line, system user'],
  outcome: ['结果', 'Outcome'],
  phone: ['手机号', 'Phone'],
  provider: ['第三方平台', 'Provider'],
  purpose: ['用途', 'Purpose'],
  reason: ['原因', 'Reason'],
  recovery: ['找回登录编号', 'Recovery'],
  recoveryStopped: ['终止的找回登录', 'Stopped recovery'],
  refused: ['未通过', 'Rejected'],
  report: ['问题反馈编号', 'Report'],
  restores: ['恢复自版本', 'Restored from version'],
  revision: ['修订', 'Revision'],
  role: ['角色', 'Role'],
  search: ['查找', 'Search'],
  since: ['自', 'From'],
  staffId: ['工作人员编号', 'Staff'],
  state: ['状态', 'State'],
  text: ['短信', 'SMS'],
  toAccountId: ['目标账号', 'Target account'],
  until: ['至', 'To'],
  userId: ['用户编号', 'User'],
  userName: ['用户名', 'Username'],
  validFrom: ['生效时间', 'Effective from'],
  version: ['版本', 'Version'],
  way: ['支付方式', 'Payment method'],
  why: ['失败的原因', 'Failure reason'],
};

const yesOrNo: Record<string, Word> = { true: ['开', 'On'], false: ['关', 'Off'] };

const purposes: Record<CodePurpose | UploadPurpose, Word> = {
  register: ['注册', 'Registration'],
  login: ['登录', 'Sign-in'],
  reset: ['重设密码', 'Password reset'],
  bind: ['更换手机号', 'Phone change'],
  member: ['创建子账号', 'Sub-account'],
  confirm: ['确认本人', 'Identity confirmation'],
  recovery: ['找回登录', 'Recovery'],
  party: ['当事人登录', 'Party sign-in'],
  sign: ['签署公证文书', 'Signing documents'],
  'identity-front': ['身份证人像面', 'ID card, portrait side'],
  'identity-back': ['身份证国徽面', 'ID card, emblem side'],
  licence: ['营业执照', 'Business licence'],
  authorisation: ['授权书', 'Letter of authorization'],
  attachment: ['附件', 'Attachment'],
  picture: ['图片', 'Image'],
};

const kinds: Record<string, Word> = {
  ...messageKindWords,
  personal: ['个人', 'Personal'],
  enterprise: ['企业', 'Company'],
  totp: ['验证器应用', 'Authenticator app'],
  passkey: ['通行密钥', 'Passkey'],
};

const outcomes: Record<string, Word> = { refused: ['被拒绝', 'Rejected'] };

const languages: Record<string, Word> = { zh: ['中文', 'Chinese'], en: ['英文', 'English'] };

const failures: Record<string, Word> = {
  'unknown-name': ['没有这个用户名', 'Unknown username'],
  'wrong-password': ['密码错误', 'Wrong password'],
  'password-over': ['一次性密码已过期', 'One-time password expired'],
  disabled: ['已停用', 'Disabled'],
  'wrong-code': ['验证码错误', 'Wrong code'],
};

/** Labels of values, for the parts with a fixed set of values. */
const values: Record<string, Record<string, Word>> = {
  kind: kinds,
  language: languages,
  mail: yesOrNo,
  outcome: outcomes,
  purpose: purposes,
  role: staffRoleWords,
  state: certificationWords,
  text: yesOrNo,
  why: failures,
};

/** Returns labels for the names and values of an event's subject; falls back to the stored text. */
export function useSubjectWords() {
  const language = useLanguage();
  return {
    sayName: (name: string): string => (parts[name] ? wordIn(parts[name], language) : name),
    sayValue(name: string, value: unknown): string {
      const word = name === 'code' ? saysOf(String(value)) : values[name]?.[String(value)];
      return word ? wordIn(word, language) : String(value);
    },
  };
}

const saysOf = (code: string): Word | undefined => {
  if (!(code in refusals)) return undefined;
  const [zh, en] = refusals[code as RefusalCode].says;
  return [withoutGaps(zh), withoutGaps(en)];
};

/** The trail does not store the arguments of a refusal. */
const withoutGaps = (text: string): string => fillGaps(text.replace(/\[[^\]]*\]/g, ''), () => '…');
