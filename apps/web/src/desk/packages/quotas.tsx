import { type BoughtPackage, serviceWords } from '@proofkeep/contract';
import { decimal } from '../../ui/words/formatters.ts';
import { quantityOf } from '../../ui/words/quantity.ts';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('package-quotas', text);

export function Quotas({ quotas }: Pick<BoughtPackage, 'quotas'>) {
  const t = useWords();
  const language = useLanguage();
  return (
    <ul className="quotas packages-quotas">
      {quotas.map(({ service, quota, used }) => {
        const name = wordIn(serviceWords[service].name, language);
        const usage = t('used', { used: decimal(used, 0), quota: quantityOf(service, quota, language) });
        return (
          <li key={service}>
            <span>{name}</span>
            <span className="numbers">{usage}</span>
            <progress className="progress-bar" value={used} max={quota} aria-label={`${name} ${usage}`} />
          </li>
        );
      })}
    </ul>
  );
}
