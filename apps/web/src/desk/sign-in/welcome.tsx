import { calls, serviceWords } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../api/queries.ts';
import { quantityOf } from '../../ui/words/quantity.ts';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('register', text);

/** What new accounts get free, from the price list in force; the form doesn't wait for it. */
export function Welcome() {
  const t = useWords();
  const language = useLanguage();
  const { data } = useQuery(queryOf(calls.money.currentPrices, {}));
  const given = data?.welcome?.quotas[0];
  if (!given) return null;
  const service = wordIn(serviceWords[given.service].name, language);
  const quantity = quantityOf(given.service, given.quantity, language);
  return <p className="sign-in-welcome">{t('welcome', { service, quantity })}</p>;
}
