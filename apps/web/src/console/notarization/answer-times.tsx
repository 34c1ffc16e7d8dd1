import type { AnswerTimes as Times } from '@proofkeep/contract';
import { moment } from '../../ui/words/formatters.ts';
import { words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('console-matter-answer-times', text);

/** When a party began to write an answer on the phone and sent it. */
export function AnswerTimes({ startedAt, sentAt }: Times) {
  const t = useWords();
  return <p className="secondary numbers">{t('written', { startedAt: moment(startedAt), sentAt: moment(sentAt) })}</p>;
}
