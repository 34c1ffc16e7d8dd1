import { PriceContent } from '@proofkeep/contract';
import { words } from '../../ui/words/words.ts';

const useWords = words('console-price-wrong', {
  'each once': ['不能重复', 'This stands there twice'],
  'from 1': ['第一档须从 1 起', 'The first tier begins with 1'],
  ascending: ['须大于上一档', 'More than in the tier above'],
  'free or for sale': [
    '只有新用户体验包（编号 welcome）价格为 0，其他套餐须大于 0',
    'Only the package for new accounts, whose code is “welcome”, costs nothing: others cost something',
  ],
  other: ['请填写有效的内容', 'Enter something that is valid'],
});

/** What is wrong with a list, by the place in it: the contract's own rules. */
export function useWrong(content: PriceContent): ReadonlyMap<string, string> {
  const say = useWords();
  const { error } = PriceContent.safeParse(content);
  return new Map(
    error?.issues.map((issue) => {
      const says = issue.code === 'custom' ? (issue.params?.says as Parameters<typeof say>[0]) : 'other';
      return [issue.path.join('.'), say(says)];
    }),
  );
}

/** Beside the field that it is about. */
export function Wrong({ wrong, at }: { wrong: ReadonlyMap<string, string>; at: string }) {
  const said = wrong.get(at);
  return said ? (
    <span role="alert" className="prices-wrong">
      {said}
    </span>
  ) : null;
}
