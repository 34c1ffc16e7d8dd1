import { fillGaps, type RefusalCode, refusals, type Word } from '@proofkeep/contract';
import { useLanguage, wordIn } from '../../ui/words.ts';

const parts: Record<string, Word> = {
  about: ['对象编号', 'About'],
  amountCents: ['金额（分）', 'Amount, cents'],
  after: ['改后', 'After'],
  before: ['改前', 'Before'],
  code: ['原因代码', 'Refused with'],
  cursor: ['之前的记录', 'Before row'],
  event: ['事件', 'Event'],
  found: ['找到', 'Found'],
  issue: ['异常付款编号', 'Payment that was dealt with'],
  lockedMinutes: ['锁定（分钟）', 'Locked, minutes'],
  login: ['登录', 'Login'],
  name: ['名称', 'Name'],
  note: ['处理结果', 'What was done'],
  order: ['订单', 'Order'],
  outcome: ['结果', 'Outcome'],
  phone: ['手机号', 'Phone'],
  purpose: ['用途', 'Purpose'],
  reason: ['原因', 'Reason'],
  restores: ['恢复自版本', 'Brings back version'],
  role: ['角色', 'Role'],
  search: ['查找', 'Search'],
  since: ['自', 'From'],
  until: ['至', 'To'],
  userName: ['用户名', 'User name'],
  version: ['版本', 'Version'],
  why: ['失败的原因', 'Why it failed'],
};

const outcomes: Record<string, Word> = { refused: ['被拒绝', 'Refused'] };

const failures: Record<string, Word> = {
  'unknown-name': ['没有这个用户名', 'Nobody has that user name'],
  'wrong-password': ['密码错误', 'The password was wrong'],
  'password-over': ['一次性密码已过期', 'The one-time password was over'],
  disabled: ['已停用', 'Disabled'],
  'wrong-code': ['验证码错误', 'The code was wrong'],
};

/** What is said of an event, named and in words; as it is stored where no word is known. */
export function useSubjectWords() {
  const language = useLanguage();
  return {
    sayName: (name: string): string => (parts[name] ? wordIn(parts[name], language) : name),
    sayValue(name: string, value: unknown): string {
      const word =
        (name === 'outcome' && outcomes[String(value)]) ||
        (name === 'why' && failures[String(value)]) ||
        (name === 'code' && saysOf(String(value)));
      return word ? wordIn(word, language) : String(value);
    },
  };
}

const saysOf = (code: string): Word | undefined => {
  if (!(code in refusals)) return undefined;
  const [zh, en] = refusals[code as RefusalCode].says;
  return [withoutGaps(zh), withoutGaps(en)];
};

/** What it was refused with is not kept. */
const withoutGaps = (text: string): string => fillGaps(text.replace(/\[[^\]]*\]/g, ''), () => '…');
