import {
  type BankTransferEvent,
  type BankTransferRole,
  type BankTransferState,
  bankTransferStateTable,
  bankTransfersPath,
  type Message,
  message,
  payReturnPath,
} from '@proofkeep/contract';
import type { Lifecycle } from '../../kit/transition.ts';
import { formatYuan } from '../../kit/yuan.ts';
import { notify } from '../messages/service.ts';
import type { BankTransferRow } from './store.ts';

interface Detail {
  row: Pick<BankTransferRow, 'accountId' | 'amountCents'>;
  /** The top-up order of a credited transfer. */
  credited: { orderNo: string; cents: number } | null;
  reason: string | null;
}

/** The columns hold the only decision, the audit trail is the history; every event notifies the holder. */
export const bankTransferLifecycle: Lifecycle<BankTransferState, BankTransferEvent, BankTransferRole, Detail> = {
  table: bankTransferStateTable,
  relation: 'bank_transfer',
  key: 'id',
  async record(db, { event, detail }) {
    const { accountId } = detail.row;
    const link = detail.credited ? payReturnPath(detail.credited.orderNo) : bankTransfersPath;
    await notify(db, { accountId, kind: 'billing', message: messageOf(event, detail), link });
  },
};

function messageOf(event: BankTransferEvent, { row, credited, reason }: Detail): Message {
  const reported = formatYuan(row.amountCents);
  if (event === 'withdraw') return message('message.bank-transfer-withdrawn', { amount: reported });
  if (!credited) return message('message.bank-transfer-rejected', { amount: reported, reason: reason ?? '' });
  const values = { amount: formatYuan(credited.cents), order: credited.orderNo };
  return credited.cents === row.amountCents
    ? message('message.bank-transfer-credited', values)
    : message('message.bank-transfer-credited-other', { ...values, reported });
}
