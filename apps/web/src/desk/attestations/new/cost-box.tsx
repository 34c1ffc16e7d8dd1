import { type AttestationKind, isCapturedKind, serviceWords } from '@proofkeep/contract';
import { Link } from 'react-router';
import { paths } from '../../../ui/address/paths.ts';
import { UnknownPrice } from '../../../ui/money/unknown-price.tsx';
import type { QuoteResult } from '../../../ui/money/use-quote.ts';
import { amount } from '../../../ui/words/formatters.ts';
import { Sentences } from '../../../ui/words/sentences.tsx';
import { useLanguage, wordIn, words } from '../../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('preserve-cost', text);

export type CostKind = Exclude<AttestationKind, 'device'>;

interface Props extends QuoteResult {
  count: number;
  byOrder: boolean;
  kind: CostKind;
}

/** Cost beside the form, with package share and remaining balance for users who may see them. */
export function CostBox({ quote, isUnknown, refetch, count, byOrder, kind }: Props) {
  const t = useWords();
  const language = useLanguage();
  if (isUnknown)
    return (
      <aside className="panel attestations-new-cost" aria-label={t('title')}>
        <h2>{t('title')}</h2>
        <UnknownPrice onRetry={refetch} />
      </aside>
    );
  if (!quote) return null;
  const { service, unitCents, packageUnits, packageLeft, amountCents, balanceCents, missingCents, limitLeftCents } =
    quote;
  const whyNot = count > 0 ? quote.whyNot : null;
  const ofPackages = Math.min(count, packageUnits);
  // Before anything is entered, the quote is for one unit.
  const inPackages = packageUnits + packageLeft;
  return (
    <aside className="panel attestations-new-cost" aria-label={t('title')}>
      <h2>{t('title')}</h2>
      <dl>
        <Row name={t('each')}>{`${amount(unitCents)} / ${wordIn(serviceWords[service].unit, language)}`}</Row>
        {count === 0 && inPackages > 0 && <Row name={t('packageNow')}>{t(kind, { count: inPackages })}</Row>}
        {count > 0 && (
          <>
            <Row name={t('package')}>{ofPackages > 0 ? t(kind, { count: ofPackages }) : '-'}</Row>
            {ofPackages > 0 && <Row name={t('packageLeft')}>{t(kind, { count: packageLeft })}</Row>}
            <Row name={t(byOrder ? 'order' : 'pay')} isTotal>
              {amount(amountCents)}
            </Row>
          </>
        )}
        {balanceCents !== null && <Row name={t('balance')}>{amount(balanceCents)}</Row>}
        {balanceCents !== null && count > 0 && missingCents === 0 && !byOrder && (
          <Row name={t('after')}>{amount(balanceCents - amountCents)}</Row>
        )}
        {limitLeftCents !== null && <Row name={t('limitLeft')}>{amount(limitLeftCents)}</Row>}
        {whyNot === 'short' && missingCents !== null && !byOrder && (
          <Row name={t('missing')} isWrong>
            {amount(missingCents)}
          </Row>
        )}
      </dl>
      {whyNot && !byOrder && (
        <p role="status" id="preserve-short" className="attestations-new-short">
          <Sentences>
            {t(whyNot === 'short' && missingCents === null ? 'shortOfAccount' : whyNot)}
            {whyNot === 'short' && missingCents !== null && <Link to={paths.costCenter}>{t('costCenter')}</Link>}
          </Sentences>
        </p>
      )}
      <p className="secondary">
        {t(kind === 'live' ? 'live-held' : `${isCapturedKind(kind) ? '' : 'files-'}${byOrder ? 'ordered' : 'held'}`)}
      </p>
    </aside>
  );
}

function Row({
  name,
  isTotal,
  isWrong,
  children,
}: {
  name: string;
  isTotal?: boolean;
  isWrong?: boolean;
  children: string;
}) {
  return (
    <div data-total={isTotal} data-wrong={isWrong}>
      <dt>{name}</dt>
      <dd className="numbers">{children}</dd>
    </div>
  );
}
