import type { ListedPackage } from '@proofkeep/contract';
import { Link } from 'react-router';
import { wasSignedIn } from '../../api/session.ts';
import { paths } from '../../ui/address/paths.ts';
import { PackageCard } from '../../ui/money/package-card.tsx';
import { useLanguage, words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('public-packages', text);

/** Packages for sale; signed-in users buy them on the packages page. */
export function PackageCards({ packages }: { packages: readonly ListedPackage[] }) {
  const t = useWords();
  const language = useLanguage();
  const isKnown = wasSignedIn();
  const act = t(isKnown ? 'buy' : 'signIn');
  const to = isKnown ? paths.packages : `${paths.signIn}?next=${encodeURIComponent(paths.packages)}`;
  return (
    <ul className="package-cards">
      {packages.map(({ code, name, quotas, ...one }) => (
        <PackageCard key={code} {...one} name={name[language]} holds={quotas}>
          <Link className="button" to={to} aria-label={t('which', { act, name: name[language] })}>
            {act}
          </Link>
        </PackageCard>
      ))}
    </ul>
  );
}
