import { ArrowDownOutlined, ArrowUpOutlined } from '@ant-design/icons';
import type { RechargeOffer } from '@proofkeep/contract';
import { Button } from 'antd';
import { YuanInput } from '../../ui/forms/yuan-input.tsx';
import { amount, centsOf } from '../../ui/words/formatters.ts';
import { words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('console-amount-rows', text);

export interface AmountRow {
  /** React key of the row, never sent: keeps typed text in its field when rows move. */
  id: string;
  cents: number | null;
}

export const rowsOf = (amountsCents: readonly number[]): AmountRow[] =>
  amountsCents.map((cents) => ({ id: crypto.randomUUID(), cents }));

/** Returns the error of a row; null if it is valid. */
export function wrongOf(
  { id, cents }: AmountRow,
  rows: readonly AmountRow[],
  { minCents, maxCents }: Pick<RechargeOffer, 'minCents' | 'maxCents'>,
): 'twice' | 'beyond' | null {
  if (cents === null || cents < minCents || cents > maxCents) return 'beyond';
  return rows.find((one) => one.cents === cents)?.id === id ? null : 'twice';
}

interface Props {
  rows: readonly AmountRow[];
  offer: RechargeOffer;
  onChange: (rows: AmountRow[]) => void;
}

export function AmountRows({ rows, offer, onChange }: Props) {
  return (
    <ol className="console-prices-amounts">
      {rows.map((row, at) => (
        <Row key={row.id} at={at} rows={rows} offer={offer} onChange={onChange} />
      ))}
    </ol>
  );
}

function Row({ at, rows, offer, onChange }: Props & { at: number }) {
  const t = useWords();
  const n = at + 1;
  const row = rows[at];
  if (!row) return null;
  const wrong = wrongOf(row, rows, offer);
  const move = (by: number) => {
    const others = rows.toSpliced(at, 1);
    onChange(others.toSpliced(at + by, 0, row));
  };
  return (
    <li className="console-prices-tier">
      <YuanInput
        aria-label={t('amount', { n })}
        min={0}
        precision={2}
        status={wrong ? 'error' : ''}
        value={row.cents === null ? null : row.cents / 100}
        onChange={(value) => onChange(rows.with(at, { ...row, cents: value === null ? null : centsOf(value) }))}
      />
      <Button
        type="text"
        icon={<ArrowUpOutlined aria-hidden />}
        aria-label={t('up', { n })}
        title={t('up', { n })}
        disabled={at === 0}
        onClick={() => move(-1)}
      />
      <Button
        type="text"
        icon={<ArrowDownOutlined aria-hidden />}
        aria-label={t('down', { n })}
        title={t('down', { n })}
        disabled={at === rows.length - 1}
        onClick={() => move(1)}
      />
      {rows.length > 1 && (
        <Button type="text" aria-label={t('removeOne', { n })} onClick={() => onChange(rows.toSpliced(at, 1))}>
          {t('remove')}
        </Button>
      )}
      {wrong && (
        <span role="alert" className="console-prices-wrong">
          {wrong === 'twice' ? t('twice') : t('beyond', { min: amount(offer.minCents), max: amount(offer.maxCents) })}
        </span>
      )}
    </li>
  );
}
