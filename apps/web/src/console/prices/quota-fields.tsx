import { type PriceContent, services, serviceWords } from '@proofkeep/contract';
import { Button, InputNumber, Select } from 'antd';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';
import { PriceProblem } from './problems.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('console-quota-fields', text);

type Quotas = PriceContent['packages'][number]['quotas'];

interface Props {
  at: number;
  quotas: Quotas;
  wrong: ReadonlyMap<string, string>;
  onChange: (quotas: Quotas) => void;
}

/** Quotas of a package, one per service. */
export function QuotaFields({ at, quotas, wrong, onChange }: Props) {
  const t = useWords();
  const language = useLanguage();
  const left = services.filter((service) => !quotas.some((one) => one.service === service));
  const [next] = left;
  return (
    <>
      {quotas.map(({ service, quantity }, n) => (
        <div key={service} className="console-prices-tier">
          <Select
            aria-label={t('service', { n: n + 1 })}
            className="console-prices-quota"
            value={service}
            options={[service, ...left].map((one) => ({ value: one, label: wordIn(serviceWords[one].name, language) }))}
            onChange={(to) => onChange(quotas.map((one, i) => (i === n ? { ...one, service: to } : one)))}
          />
          <InputNumber<number>
            aria-label={t('quantity', { n: n + 1 })}
            min={1}
            precision={0}
            value={quantity}
            onChange={(to) => onChange(quotas.map((one, i) => (i === n ? { ...one, quantity: to ?? 0 } : one)))}
          />
          {quotas.length > 1 && (
            <Button
              type="text"
              aria-label={t('removeOne', { n: n + 1 })}
              onClick={() => onChange(quotas.filter((_one, i) => i !== n))}
            >
              {t('remove')}
            </Button>
          )}
          <PriceProblem wrong={wrong} at={`packages.${at}.quotas.${n}.quantity`} />
        </div>
      ))}
      {next && (
        <div>
          <Button size="small" onClick={() => onChange([...quotas, { service: next, quantity: 10 }])}>
            {t('add')}
          </Button>
        </div>
      )}
    </>
  );
}
