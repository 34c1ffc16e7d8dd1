import { type ListedPackage, packageKindWords, serviceWords } from '@proofkeep/contract';
import { Link } from 'react-router';
import { wasSignedIn } from '../../api/session.ts';
import { amount } from '../../ui/formatters.ts';
import { paths } from '../../ui/paths.ts';
import { quantityOf } from '../../ui/quantity.ts';
import { useLanguage, wordIn, words } from '../../ui/words.ts';

const useWords = words('public-packages', {
  days: ['购买后 {days} 天内有效', 'Good for {days} days'],
  signIn: ['登录后购买', 'Sign in to buy'],
  buy: ['去购买', 'Go and buy'],
  which: ['{act}：{name}', '{act}: {name}'],
});

/** What is for sale; whoever is signed in buys it on the page of packages. */
export function PackageCards({ packages }: { packages: readonly ListedPackage[] }) {
  const say = useWords();
  const language = useLanguage();
  const isKnown = wasSignedIn();
  const act = say(isKnown ? 'buy' : 'signIn');
  const to = isKnown ? paths.packages : `${paths.signIn}?next=${encodeURIComponent(paths.packages)}`;
  return (
    <ul className="public-packages">
      {packages.map(({ code, kind, name, priceCents, validDays, quotas }) => (
        <li key={code} className="panel">
          <p className="secondary">{wordIn(packageKindWords[kind], language)}</p>
          <h3>{name[language]}</h3>
          <p className="public-packages-price numbers">{amount(priceCents)}</p>
          <ul className="public-packages-holds">
            {quotas.map(({ service, quantity }) => (
              <li key={service}>
                <span>{wordIn(serviceWords[service].name, language)}</span>
                <span className="numbers">{quantityOf(service, quantity, language)}</span>
              </li>
            ))}
          </ul>
          <p className="secondary numbers">{say('days', { days: validDays })}</p>
          <Link className="button" to={to} aria-label={say('which', { act, name: name[language] })}>
            {act}
          </Link>
        </li>
      ))}
    </ul>
  );
}
