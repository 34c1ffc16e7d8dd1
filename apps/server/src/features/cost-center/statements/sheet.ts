import { accountOffsetMinutes, entryKindWords, serviceWords, type Word } from '@proofkeep/contract';
import type { Sheet } from '../../../spreadsheet/sheet.ts';
import type { StatementFile } from './file.ts';

const money = '#,##0.00';

/** A statement as a table: opening balance, entries, closing balance, and below them the used package units. */
export function statementSheetOf({ accountName, statement, entries, language }: StatementFile): Sheet {
  const t = ([zh, en]: Word) => (language === 'zh' ? zh : en);
  const line = (name: Word, cents: number): Sheet['rows'][number] => [
    null,
    t(name),
    null,
    cents / 100,
    null,
    null,
    null,
  ];
  const fact = (name: Word, value: string): Sheet['rows'][number] => [null, t(name), null, null, null, null, value];
  const rows: Sheet['rows'] = [
    fact(['账号名称', 'Account'], accountName),
    fact(['账期', 'Period'], statement.month),
    line(['期初余额', 'Opening balance'], statement.openingCents),
    ...entries.map(({ at, kind, amountCents, balanceCents, service, quantity, subject }) => [
      new Date(at.getTime() + accountOffsetMinutes * 60_000),
      t(entryKindWords[kind]),
      amountCents / 100,
      balanceCents / 100,
      service && t(serviceWords[service].name),
      quantity,
      subject,
    ]),
    line(['期末余额', 'Closing balance'], statement.closingCents),
    ...statement.packages.map(({ name, service, units }): Sheet['rows'][number] => [
      null,
      t(['套餐用量', 'Package use']),
      null,
      null,
      t(serviceWords[service].name),
      units,
      name[language],
    ]),
  ];
  return {
    name: `${t(['对账单', 'Statement'])} ${statement.month}`,
    columns: [
      { header: t(['时间（UTC+8）', 'Time (UTC+8)']), width: 20, format: 'yyyy-mm-dd hh:mm:ss' },
      { header: t(['类型', 'Type']), width: 18 },
      { header: t(['金额（元）', 'Amount (CNY)']), width: 14, format: money },
      { header: t(['余额（元）', 'Balance (CNY)']), width: 14, format: money },
      { header: t(['服务', 'Service']), width: 18 },
      { header: t(['数量', 'Quantity']), width: 10, format: '0' },
      { header: t(['存证编号或订单编号', 'Attestation or order']), width: 28 },
    ],
    rows,
  };
}
