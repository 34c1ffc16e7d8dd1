import { accountDay, bankTransferCalls as calls, uploadCalls } from '@proofkeep/contract';
import type { TestService } from '../../../testing/service.ts';
import { paper, sendFile } from '../../uploads/testing/files.ts';

/** Reports bank transfers and decides about them. */
export const transferring = (service: TestService) => ({
  async receipt(as: string): Promise<string> {
    const file = { as, bytes: paper, name: '回单.pdf', mediaType: 'application/pdf' };
    return (await sendFile(service, uploadCalls.uploadFile, {}, file)).data.fileId;
  },
  async report(as: string, o: { amountCents?: number; transferredOn?: string; receipt?: string } = {}) {
    const receipt = o.receipt ?? (await this.receipt(as));
    const { amountCents = 50_000, transferredOn = accountDay(service.now) } = o;
    const input = { amountCents, transferredOn, receipt, payerName: '深圳海风贸易有限公司' };
    return service.ask(calls.reportBankTransfer, input, { as });
  },
  credit: (as: string, id: string, amountCents: number, reference: string) =>
    service.ask(calls.creditBankTransfer, { id, amountCents, reference }, { as }),
  reject: (as: string, id: string, reason = '银行对账单上没有这笔款项') =>
    service.ask(calls.rejectBankTransfer, { id, reason }, { as }),
  withdraw: (as: string, id: string) => service.ask(calls.withdrawBankTransfer, { id }, { as }),
  list: async (as: string) => (await service.ask(calls.bankTransfers, {}, { as })).data.list,
});
