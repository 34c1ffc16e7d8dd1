import type { Block } from '../capture/capture.ts';
import type { Language } from '../shared/language.ts';
import { sentenceIn } from '../shared/sentences.ts';
import type { Word } from '../shared/words.ts';

const blockWords: Record<Block['kind'], Word> = {
  'login-wall': ['登录页挡在前面', 'A login page stands in front'],
  challenge: ['人机验证挡在前面', 'A challenge stands in front'],
  'http-error': ['网站返回错误', 'The site answered with an error'],
  empty: ['页面是空的', 'The page is empty'],
};

/** What stands in front of the page, and the signs by which it was recognised. */
export function blockSentence({ kind, signs }: Block, language: Language): string {
  const [zh, en] = blockWords[kind];
  return language === 'zh'
    ? `${zh}：${signs.map((sign) => sentenceIn(sign, 'zh')).join('，')}。`
    : `${en}: ${signs.map((sign) => sentenceIn(sign, 'en')).join(', ')}.`;
}
