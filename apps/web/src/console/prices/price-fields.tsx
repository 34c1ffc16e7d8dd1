import { type PriceContent, serviceWords } from '@proofkeep/contract';
import { Button, InputNumber } from 'antd';
import { centsOf } from '../../ui/words/formatters.ts';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';
import { PriceProblem } from './problems.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('console-price-fields', text);

interface Props {
  content: PriceContent;
  wrong: ReadonlyMap<string, string>;
  onChange: (content: PriceContent) => void;
}

export function PriceFields({ content, wrong, onChange }: Props) {
  const language = useLanguage();
  const t = useWords();
  const set = (at: number, tiers: PriceContent['prices'][number]['tiers']) =>
    onChange({ ...content, prices: content.prices.map((one, i) => (i === at ? { ...one, tiers } : one)) });
  return content.prices.map(({ service, tiers }, at) => {
    const name = wordIn(serviceWords[service].name, language);
    const unit = wordIn(serviceWords[service].unit, language);
    const change = (n: number, to: Partial<(typeof tiers)[number]>) =>
      set(
        at,
        tiers.map((tier, i) => (i === n ? { ...tier, ...to } : tier)),
      );
    return (
      <fieldset key={service} className="console-prices-service panel">
        <legend>{name}</legend>
        {tiers.map((tier, n) => (
          // Keyed by index: tiers have no id.
          <div key={n} className="console-prices-tier">
            <InputNumber<number>
              aria-label={t('from', { service: name, n: n + 1 })}
              min={1}
              precision={0}
              disabled={n === 0}
              value={tier.fromQuantity}
              onChange={(value) => change(n, { fromQuantity: value ?? 0 })}
            />
            <span className="secondary">{t('fromWord')}</span>
            <InputNumber<number>
              aria-label={t('each', { service: name, n: n + 1 })}
              min={0}
              precision={2}
              value={Number.isNaN(tier.unitCents) ? null : tier.unitCents / 100}
              onChange={(value) => change(n, { unitCents: value === null ? Number.NaN : centsOf(value) })}
            />
            <span className="secondary">{t('perUnit', { unit })}</span>
            {n > 0 && (
              <Button
                type="text"
                aria-label={t('removeFrom', { service: name, n: n + 1 })}
                onClick={() =>
                  set(
                    at,
                    tiers.filter((_tier, i) => i !== n),
                  )
                }
              >
                {t('remove')}
              </Button>
            )}
            <PriceProblem wrong={wrong} at={`prices.${at}.tiers.${n}.fromQuantity`} />
            <PriceProblem wrong={wrong} at={`prices.${at}.tiers.${n}.unitCents`} />
          </div>
        ))}
        {tiers.length < 10 && (
          <Button
            size="small"
            aria-label={t('addTo', { service: name })}
            onClick={() => {
              const last = tiers.at(-1);
              set(at, [...tiers, { fromQuantity: (last?.fromQuantity ?? 0) * 2 + 8, unitCents: last?.unitCents ?? 0 }]);
            }}
          >
            {t('add')}
          </Button>
        )}
      </fieldset>
    );
  });
}
