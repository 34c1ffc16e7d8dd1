import { amount } from '../../ui/words/formatters.ts';

interface Row {
  label: string;
  cents: number | null;
}

/** Cost summary beside the form. */
export function CostBox({ rows, total }: { rows: readonly Row[]; total: Row }) {
  return (
    <dl className="panel pay-cost">
      {[...rows, total].map((row) => (
        <div key={row.label} className={row === total ? 'pay-total' : undefined}>
          <dt>{row.label}</dt>
          <dd className="numbers">{amount(row.cents)}</dd>
        </div>
      ))}
    </dl>
  );
}
