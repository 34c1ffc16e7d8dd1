import './package-card.css';
import { type PackageKind, packageKindWords, type Service, serviceWords } from '@proofkeep/contract';
import type { ReactNode } from 'react';
import { amount } from '../words/formatters.ts';
import { quantityOf } from '../words/quantity.ts';
import { useLanguage, wordIn, words } from '../words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('package-card', text);

interface Props {
  kind: PackageKind;
  name: string;
  priceCents: number;
  validDays: number;
  holds: readonly { service: Service; quantity: number }[];
  children: ReactNode;
}

export function PackageCard({ kind, name, priceCents, validDays, holds, children }: Props) {
  const t = useWords();
  const language = useLanguage();
  return (
    <li className="panel package-card">
      <p className="secondary">{wordIn(packageKindWords[kind], language)}</p>
      <h3>{name}</h3>
      <p className="package-price numbers">{amount(priceCents)}</p>
      <ul className="quotas">
        {holds.map(({ service, quantity }) => (
          <li key={service}>
            <span>{wordIn(serviceWords[service].name, language)}</span>
            <span className="numbers">{quantityOf(service, quantity, language)}</span>
          </li>
        ))}
      </ul>
      <p className="secondary numbers">{t('days', { days: validDays })}</p>
      <div className="package-act">{children}</div>
    </li>
  );
}
