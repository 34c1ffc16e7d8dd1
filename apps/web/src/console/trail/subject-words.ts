import { type RefusalCode, refusals, type Word } from '@proofkeep/contract';
import { useLanguage, wordIn } from '../../ui/words.ts';

const parts: Record<string, Word> = {
  about: ['对象编号', 'About'],
  code: ['原因代码', 'Refused with'],
  cursor: ['之前的记录', 'Before row'],
  event: ['事件', 'Event'],
  found: ['找到', 'Found'],
  login: ['登录', 'Login'],
  name: ['名称', 'Name'],
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
};

const outcomes: Record<string, Word> = { refused: ['被拒绝', 'Refused'] };

/** What is said of an event, named and in words; as it is stored where no word is known. */
export function useSubjectWords() {
  const language = useLanguage();
  return {
    sayName: (name: string): string => (parts[name] ? wordIn(parts[name], language) : name),
    sayValue(name: string, value: unknown): string {
      const word = (name === 'outcome' && outcomes[String(value)]) || (name === 'code' && saysOf(String(value)));
      return word ? wordIn(word, language) : String(value);
    },
  };
}

const saysOf = (code: string): Word | undefined => (code in refusals ? refusals[code as RefusalCode].says : undefined);
