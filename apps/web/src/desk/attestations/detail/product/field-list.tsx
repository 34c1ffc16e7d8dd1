import type { ProductField, ProductFieldName } from '@proofkeep/bundle';
import { useId } from 'react';
import { Copyable } from '../../../../ui/kit/copyable.tsx';
import { Fact } from '../../../../ui/kit/fact.tsx';
import { words } from '../../../../ui/words/words.ts';
import text from '../words.json' with { type: 'json' };
import { Crop, type Tile } from './crop.tsx';
import type { Looked } from './product-record.ts';

const useWords = words('product-fields', text);

interface Props {
  fields: readonly ProductField[];
  tiles: readonly Tile[];
  looked: Looked | null;
  onLook: (field: Looked) => void;
}

/** Facts of the product; selecting one shows its place on the page and its response. */
export function FieldList({ fields, tiles, looked, onLook }: Props) {
  const t = useWords();
  const variants = fields.filter(({ name }) => name === 'variantPrice');
  const others = fields.filter(({ name }) => name !== 'variantPrice');
  return (
    <>
      <ul className="attestations-product-fields panel" aria-label={t('label')}>
        {others.map((field) => (
          <Field key={field.name} field={field} tiles={tiles} isLooked={field === looked} onLook={onLook} />
        ))}
      </ul>
      {variants.length > 0 && (
        <>
          <h2>{t('variants', { count: variants.length })}</h2>
          <ul className="attestations-product-fields panel" aria-label={t('variants', { count: variants.length })}>
            {variants.map((field) => (
              <Field key={field.variant} field={field} tiles={tiles} isLooked={field === looked} onLook={onLook} />
            ))}
          </ul>
        </>
      )}
    </>
  );
}

interface FieldProps {
  field: ProductField;
  tiles: readonly Tile[];
  isLooked: boolean;
  onLook: (field: Looked) => void;
}

function Field({ field, tiles, isLooked, onLook }: FieldProps) {
  const t = useWords();
  const id = useId();
  const { name, variant, value, shown } = field;
  const look = () => onLook(field);
  return (
    <li data-looked={isLooked} onMouseEnter={look}>
      <button
        type="button"
        className="attestations-row-button"
        aria-expanded={isLooked}
        aria-controls={id}
        onFocus={look}
        onClick={look}
      >
        <span className="secondary">{variant ?? t(name)}</span>
        <span className={isAmount(name) ? 'numbers' : undefined}>
          {isAmount(name) && shown ? shown.parts.join('').trim() : value}
        </span>
        {shown === null && <span className="secondary attestations-product-unseen">{t('sourceOnly')}</span>}
      </button>
      <div id={id} hidden={!isLooked}>
        {isLooked && <Where field={field} tiles={tiles} />}
      </div>
    </li>
  );
}

const amounts: ReadonlySet<ProductFieldName> = new Set(['price', 'priceFrom', 'priceTo', 'listPrice', 'variantPrice']);
const isAmount = (name: ProductFieldName) => amounts.has(name);

/** The place of a fact: a part of the screenshot, and the response. */
function Where({ field: { name, value, shown, source }, tiles }: Pick<FieldProps, 'field' | 'tiles'>) {
  const t = useWords();
  return (
    <dl className="attestations-product-where">
      {shown && (
        <Fact name={t('shown')}>
          <Crop tiles={tiles} box={shown.box} />
          <span className="secondary numbers">
            {t('box', { x: shown.box.x, y: shown.box.y, width: shown.box.width, height: shown.box.height })}
          </span>
        </Fact>
      )}
      {isAmount(name) && (
        <Fact name={t('value')}>
          <span className="numbers">{value}</span>
        </Fact>
      )}
      <Fact name={t('source')}>
        {source ? (
          <>
            <span className="mono">{source.url}</span>
            <span className="secondary">{t('at', { at: source.at, quoted: source.parts.join(' ') })}</span>
            <Copyable text={source.sha256} what={t('digest')} />
          </>
        ) : (
          <span className="secondary">{t('computed')}</span>
        )}
      </Fact>
    </dl>
  );
}
