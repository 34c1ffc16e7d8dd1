import {
  nameLength,
  type PriceContent,
  packageCodeLength,
  packageKinds,
  packageKindWords,
  services,
  welcomeCode,
} from '@proofkeep/contract';
import { Button, Input, InputNumber, Select } from 'antd';
import type { ReactNode } from 'react';
import { wordOptions } from '../../ui/forms/word-options.ts';
import { useLanguage, words } from '../../ui/words/words.ts';
import { PriceProblem } from './problems.tsx';
import { QuotaFields } from './quota-fields.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('console-package-fields', text);

type Product = PriceContent['packages'][number];

interface Props {
  content: PriceContent;
  wrong: ReadonlyMap<string, string>;
  onChange: (content: PriceContent) => void;
}

export function PackageFields({ content, wrong, onChange }: Props) {
  const t = useWords();
  const { packages } = content;
  const set = (next: Product[]) => onChange({ ...content, packages: next });
  const fresh: Product = {
    code: '',
    kind: 'evidence',
    name: { zh: '', en: '' },
    priceCents: 10_000,
    validDays: 365,
    quotas: [{ service: services[0], quantity: 10 }],
  };
  return (
    <>
      {packages.map((product, at) => (
        <One
          // Keyed by index: the product code is being edited here and may be empty or duplicate.
          key={at}
          at={at}
          product={product}
          wrong={wrong}
          onChange={(next) => set(packages.map((one, i) => (i === at ? next : one)))}
          onRemove={() => set(packages.filter((_one, i) => i !== at))}
        />
      ))}
      <Button onClick={() => set([...packages, fresh])}>{t('add')}</Button>
    </>
  );
}

interface OneProps {
  at: number;
  product: Product;
  wrong: ReadonlyMap<string, string>;
  onChange: (product: Product) => void;
  onRemove: () => void;
}

function One({ at, product, wrong, onChange, onRemove }: OneProps) {
  const t = useWords();
  const language = useLanguage();
  const change = (to: Partial<Product>) => onChange({ ...product, ...to });
  const id = (field: string) => `package-${at}-${field}`;
  const path = (field: string) => `packages.${at}.${field}`;
  const field = (name: string, label: string, input: ReactNode) => (
    <div className="console-prices-field">
      <label htmlFor={id(name)}>{label}</label>
      {input}
      <PriceProblem wrong={wrong} at={path(name)} />
    </div>
  );
  const isWelcome = product.code === welcomeCode;
  return (
    <fieldset className="console-prices-service panel">
      <legend>{product.name[language] || product.code || t('add')}</legend>
      {isWelcome && <p className="secondary">{t('welcome')}</p>}
      <div className="console-prices-grid">
        {field(
          'code',
          t('code'),
          <Input
            id={id('code')}
            className="mono"
            maxLength={packageCodeLength}
            placeholder={t('codeHelp')}
            value={product.code}
            onChange={({ target }) => change({ code: target.value })}
          />,
        )}
        {field(
          'kind',
          t('kind'),
          <Select
            id={id('kind')}
            value={product.kind}
            options={wordOptions(packageKinds, packageKindWords, language)}
            onChange={(kind) => change({ kind })}
          />,
        )}
        {(['zh', 'en'] as const).map((of) => (
          <div key={of} className="console-prices-field">
            <label htmlFor={id(of)}>{t(of)}</label>
            <Input
              id={id(of)}
              maxLength={nameLength}
              value={product.name[of]}
              onChange={({ target }) => change({ name: { ...product.name, [of]: target.value } })}
            />
            <PriceProblem wrong={wrong} at={path(`name.${of}`)} />
          </div>
        ))}
        {field(
          'priceCents',
          t('price'),
          <InputNumber<number>
            id={id('priceCents')}
            min={0}
            precision={2}
            disabled={isWelcome && product.priceCents === 0}
            value={product.priceCents / 100}
            onChange={(value) => change({ priceCents: Math.round((value ?? 0) * 100) })}
          />,
        )}
        {field(
          'validDays',
          t('days'),
          <InputNumber<number>
            id={id('validDays')}
            min={1}
            precision={0}
            value={product.validDays}
            onChange={(value) => change({ validDays: value ?? 0 })}
          />,
        )}
      </div>
      <QuotaFields at={at} quotas={product.quotas} wrong={wrong} onChange={(quotas) => change({ quotas })} />
      <div>
        <Button danger size="small" aria-label={t('removeOne', { code: product.code })} onClick={onRemove}>
          {t('remove')}
        </Button>
      </div>
    </fieldset>
  );
}
