import { type Spending, serviceWords } from '@proofkeep/contract';
import { amount, decimal } from '../../ui/words/formatters.ts';
import { quantityOf } from '../../ui/words/quantity.ts';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('spending-cells', text);

type OnService = Spending['periods'][number];
type Money = Pick<OnService, 'cents' | 'orderCents'>;
type Spent = Pick<OnService, 'cents' | 'orderCents' | 'packageUnits'>;

/** @param hasOrders whether any amount was paid separately; only then do cells show where the money came from */
interface Row<Of> {
  row: Of;
  hasOrders: boolean;
}

export const sumOf = <Name extends string>(rows: readonly Record<Name, number>[], name: Name): number =>
  rows.reduce((sum, row) => sum + row[name], 0);

interface HeadProps {
  of: readonly ('period' | 'member' | 'service')[];
  hasQuantity: boolean;
  hasOrders: boolean;
}

export function SpentHead({ of, hasQuantity, hasOrders }: HeadProps) {
  const t = useWords();
  const numbers = [
    ...(hasQuantity ? (['quantity'] as const) : []),
    'package',
    ...(hasOrders ? (['balance', 'order'] as const) : []),
    'cents',
  ] as const;
  return (
    <thead>
      <tr>
        {of.map((name) => (
          <th key={name} scope="col">
            {t(name)}
          </th>
        ))}
        {numbers.map((name) => (
          <th key={name} scope="col" className="right">
            {t(name)}
          </th>
        ))}
      </tr>
    </thead>
  );
}

export function ServiceCells({ row, hasOrders }: Row<Omit<OnService, 'period'>>) {
  const t = useWords();
  const language = useLanguage();
  const { service, quantity } = row;
  return (
    <>
      <td>{wordIn(serviceWords[service].name, language)}</td>
      <td className="right numbers" data-label={t('quantity')}>
        {quantityOf(service, quantity, language)}
      </td>
      <SpentCells row={row} hasOrders={hasOrders} />
    </>
  );
}

export function SpentCells({ row, hasOrders }: Row<Spent>) {
  const t = useWords();
  const { packageUnits } = row;
  return (
    <>
      <PartCell label={t('package')} of={packageUnits} written={decimal(packageUnits, 0)} />
      <MoneyCells row={row} hasOrders={hasOrders} />
    </>
  );
}

function MoneyCells({ row: { cents, orderCents }, hasOrders }: Row<Money>) {
  const t = useWords();
  const balanceCents = cents - orderCents;
  return (
    <>
      {hasOrders && (
        <>
          <PartCell label={t('balance')} of={balanceCents} written={amount(balanceCents)} />
          <PartCell label={t('order')} of={orderCents} written={amount(orderCents)} />
        </>
      )}
      <td className="right numbers" data-label={t('cents')}>
        {amount(cents)}
      </td>
    </>
  );
}

/** Hidden on cards if zero. */
function PartCell({ label, of, written }: { label: string; of: number; written: string }) {
  return (
    <td className={`right numbers ${of === 0 ? 'cost-center-nothing' : ''}`} data-label={label}>
      {of === 0 ? '-' : written}
    </td>
  );
}

interface SumProps {
  name: string;
  rows: readonly Money[];
  /** Number of columns before the amounts. */
  span: number;
  hasOrders: boolean;
}

export function SumRow({ name, rows, span, hasOrders }: SumProps) {
  return (
    <tr className="cost-center-total">
      <th scope="row" colSpan={span}>
        {name}
      </th>
      <MoneyCells row={{ cents: sumOf(rows, 'cents'), orderCents: sumOf(rows, 'orderCents') }} hasOrders={hasOrders} />
    </tr>
  );
}
