import type { Block, BlockKind } from '../capture/capture.ts';
import type { Language } from '../shared/language.ts';
import { sentenceIn } from '../shared/sentences.ts';
import type { Word } from '../shared/words.ts';

/** Words for the signs that the capture may show the wrong page. */
export const blockWords: Record<BlockKind, Word> = {
  'login-wall': ['该网页需要登录，取到的是登录页', 'The page requires sign-in; a login page was captured'],
  challenge: ['网页要求人机验证', 'The page shows a human verification challenge'],
  'http-error': ['网站返回错误', 'The site returned an error'],
  overlay: ['弹窗遮挡了网页', 'An overlay covers the page'],
  empty: ['网页是空白的', 'The page is blank'],
};

/** Names the obstacle on the page and its signs. */
export function blockSentence({ kind, signs }: Block, language: Language): string {
  const [zh, en] = blockWords[kind];
  return language === 'zh'
    ? `${zh}：${signs.map((sign) => sentenceIn(sign, 'zh')).join('，')}。`
    : `${en}: ${signs.map((sign) => sentenceIn(sign, 'en')).join(', ')}.`;
}
