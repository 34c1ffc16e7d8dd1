import { type Spending, services } from '@proofkeep/contract';
import { words } from '../../ui/words/words.ts';
import type { Part } from './spending-address.ts';
import { ServiceCells, SpentCells, SpentHead, SumRow, sumOf } from './spending-cells.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('spending-tables', text);

interface Props {
  spent: Spending;
  part: Part;
  caption: string;
}

const hasOrdersIn = ({ periods }: Spending): boolean => periods.some(({ orderCents }) => orderCents > 0);
const newestFirst = <Row extends { period: string }>(rows: readonly Row[]): Row[] =>
  rows.toSorted((one, other) => other.period.localeCompare(one.period));

/** The chart's values for users who can't see it, newest first. */
export function PeriodsTable({ spent, part, caption }: Props) {
  const hasOrders = hasOrdersIn(spent);
  const Rows = part === 'service' ? ServicePeriods : MemberPeriods;
  return (
    // Scrollable content must be focusable (WCAG 2.2, 2.1.1).
    <section className="cost-center-scroll" tabIndex={0} aria-label={caption}>
      <table className="cost-center-numbers numbers">
        <SpentHead of={['period', part]} hasQuantity={part === 'service'} hasOrders={hasOrders} />
        <tbody>
          <Rows spent={spent} hasOrders={hasOrders} />
        </tbody>
      </table>
    </section>
  );
}

interface RowsProps {
  spent: Spending;
  hasOrders: boolean;
}

function ServicePeriods({ spent: { periods }, hasOrders }: RowsProps) {
  return newestFirst(periods).map((row) => (
    <tr key={`${row.period} ${row.service}`}>
      <th scope="row">{row.period}</th>
      <ServiceCells row={row} hasOrders={hasOrders} />
    </tr>
  ));
}

function MemberPeriods({ spent: { memberPeriods }, hasOrders }: RowsProps) {
  const t = useWords();
  return newestFirst(memberPeriods).map((row) => (
    <tr key={`${row.period} ${row.member?.userId}`}>
      <th scope="row">{row.period}</th>
      <td>{row.member ? row.member.name : t('others')}</td>
      <SpentCells row={row} hasOrders={hasOrders} />
    </tr>
  ));
}

/** Totals of the whole range. Rows become cards in a narrow window. */
export function TotalsTable({ spent, part, caption }: Props) {
  const t = useWords();
  const hasOrders = hasOrdersIn(spent);
  const Rows = part === 'service' ? ServiceTotals : MemberTotals;
  const span = part === 'service' ? 3 : 4;
  return (
    <table className="table cost-center-table cost-center-totals panel">
      <caption className="visually-hidden">{caption}</caption>
      <SpentHead of={part === 'service' ? ['service'] : ['member', 'service']} hasQuantity hasOrders={hasOrders} />
      <tbody>
        <Rows spent={spent} hasOrders={hasOrders} />
        <SumRow name={t('total')} rows={spent.periods} span={span} hasOrders={hasOrders} />
      </tbody>
    </table>
  );
}

function ServiceTotals({ spent: { periods }, hasOrders }: RowsProps) {
  const totals = services.flatMap((service) => {
    const rows = periods.filter((row) => row.service === service);
    const sum = (name: 'cents' | 'orderCents' | 'quantity' | 'packageUnits') => sumOf(rows, name);
    const sums = { cents: sum('cents'), orderCents: sum('orderCents'), quantity: sum('quantity') };
    return rows.length > 0 ? [{ service, ...sums, packageUnits: sum('packageUnits') }] : [];
  });
  return totals
    .toSorted((one, other) => other.cents - one.cents)
    .map((row) => (
      <tr key={row.service}>
        <ServiceCells row={row} hasOrders={hasOrders} />
      </tr>
    ));
}

/** A member who used several services gets a named subtotal row above them. */
function MemberTotals({ spent: { members }, hasOrders }: RowsProps) {
  return [...new Set(members.map(({ userId }) => userId))].flatMap((userId) => {
    const rows = members.filter((row) => row.userId === userId);
    const name = rows[0]?.name ?? '';
    const isOne = rows.length === 1;
    const ofEach = rows.map((row) => (
      <tr key={`${userId} ${row.service}`}>
        <td className="cost-center-member">{isOne ? name : <span className="visually-hidden">{name}</span>}</td>
        <ServiceCells row={row} hasOrders={hasOrders} />
      </tr>
    ));
    return isOne ? ofEach : [<SumRow key={userId} name={name} rows={rows} span={4} hasOrders={hasOrders} />, ...ofEach];
  });
}
