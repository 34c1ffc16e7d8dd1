import { PriceContent } from '@proofkeep/contract';
import { words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('console-price-wrong', text);

/** Validates a price list against the contract's schema; maps errors by path. */
export function usePriceProblems(content: PriceContent): ReadonlyMap<string, string> {
  const t = useWords();
  const { error } = PriceContent.safeParse(content);
  return new Map(
    error?.issues.map((issue) => {
      const says = issue.code === 'custom' ? (issue.params?.says as Parameters<typeof t>[0]) : 'other';
      return [issue.path.join('.'), t(says)];
    }),
  );
}

export function PriceProblem({ wrong, at }: { wrong: ReadonlyMap<string, string>; at: string }) {
  const problem = wrong.get(at);
  return problem ? (
    <span role="alert" className="console-prices-wrong">
      {problem}
    </span>
  ) : null;
}
