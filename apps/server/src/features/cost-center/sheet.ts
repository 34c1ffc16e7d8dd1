import {
  accountOffsetMinutes,
  type BalanceEntry,
  chargeStateWords,
  entryKindWords,
  type Language,
  serviceWords,
  type Word,
} from '@proofkeep/contract';
import type { Sheet } from '../../spreadsheet/sheet.ts';

interface Column {
  header: Word;
  width: number;
  format?: string;
  value(entry: BalanceEntry, say: (word: Word) => string): string | number | Date | null;
}

const money = '#,##0.00';

const columns: readonly Column[] = [
  {
    header: ['时间（UTC+8）', 'Time (UTC+8)'],
    width: 20,
    format: 'yyyy-mm-dd hh:mm:ss',
    // Spreadsheets have no time zones, so the cell holds Beijing wall-clock time.
    value: ({ at }) => new Date(Date.parse(at) + accountOffsetMinutes * 60_000),
  },
  { header: ['类型', 'Type'], width: 12, value: ({ kind }, say) => say(entryKindWords[kind]) },
  { header: ['金额（元）', 'Amount (CNY)'], width: 14, format: money, value: (entry) => entry.amountCents / 100 },
  {
    header: ['余额（元）', 'Balance (CNY)'],
    width: 14,
    format: money,
    value: ({ balanceCents }) => balanceCents && balanceCents / 100,
  },
  {
    header: ['服务', 'Service'],
    width: 18,
    value: ({ charge }, say) => charge && say(serviceWords[charge.service].name),
  },
  { header: ['数量', 'Quantity'], width: 10, format: '0', value: ({ charge }) => charge && charge.quantity },
  {
    header: ['其中套餐抵扣', 'From packages'],
    width: 18,
    value: ({ charge }) => charge && charge.packageUnits,
  },
  {
    header: ['扣费状态', 'Charge'],
    width: 12,
    value: ({ charge }, say) => charge && say(chargeStateWords[charge.state]),
  },
  { header: ['存证编号', 'Attestation'], width: 26, value: ({ charge }) => charge && charge.subject },
  { header: ['订单编号', 'Order'], width: 24, value: ({ orderNo }) => orderNo },
  { header: ['操作人', 'Member'], width: 16, value: ({ member }) => member && member.name },
];
const balanceColumn = 3;

/** Returns entries as a table in the user's language. */
export function sheetOf(
  entries: readonly BalanceEntry[],
  { language, hasBalance }: { language: Language; hasBalance: boolean },
): Sheet {
  const say = ([zh, en]: Word) => (language === 'zh' ? zh : en);
  const shown = columns.filter((_column, at) => hasBalance || at !== balanceColumn);
  return {
    name: say(['账户明细', 'Transactions']),
    columns: shown.map(({ header, width, format }) => ({ header: say(header), width, ...(format ? { format } : {}) })),
    rows: entries.map((entry) => shown.map(({ value }) => value(entry, say))),
  };
}
