import { UploadOutlined } from '@ant-design/icons';
import { type ConsoleInvoiceDetail, calls, invoicedBy, invoiceFileBytes } from '@proofkeep/contract';
import { useMutation } from '@tanstack/react-query';
import { Alert, Button, Input } from 'antd';
import { useRef, useState } from 'react';
import { linkTo } from '../../api/ask.ts';
import { refusedOf } from '../../api/refused.ts';
import { toast } from '../../ui/notices/toast.ts';
import { words } from '../../ui/words/words.ts';
import { askProven } from '../ui/proof.ts';

const useWords = words('console-invoice-file', {
  attach: ['上传发票文件（PDF）', 'Attach the PDF of the invoice'],
  replace: ['更换发票文件', 'Replace the file'],
  choose: ['选择新的 PDF', 'Choose the new PDF'],
  cancel: ['取消', 'Cancel'],
  look: ['查看已上传的文件', 'See the file'],
  attached: ['发票文件已上传', 'The file is attached'],
  reason: ['更换原因（用户可见）', 'Why it is replaced, which the holder reads'],
  reasonHelp: [
    '至少 4 个字。原文件会保留，用户会收到通知。',
    'At least 4 characters. The file before is kept, and the holder is told.',
  ],
  tooLarge: ['文件超过 10 MB', 'The file is larger than 10 MB'],
  optional: [
    '未上传时，用户下载到的是注明“不是发票”的信息单。',
    'Without it the holder gets a sheet that says that it is not the invoice.',
  ],
});

interface Props {
  invoice: ConsoleInvoiceDetail;
  /** One was attached while this page is open. */
  isAttached?: boolean;
  onChanged: () => Promise<void> | void;
}

/** The file as the tax platform gives it out; once it is issued with one, another takes its place with a reason alone. */
export function FileOf({ invoice: { id, attempt, state, pdf }, isAttached = false, onChanged }: Props) {
  const say = useWords();
  const input = useRef<HTMLInputElement>(null);
  const [reason, setReason] = useState('');
  const [isReplacing, setReplacing] = useState(false);
  // The holder has it already.
  const isIssued = pdf === 'file';
  const mayAttach = invoicedBy(state, 'issue') !== undefined || state === 'issued';
  const isTooShort = isIssued && reason.trim().length < 4;
  const sending = useMutation({
    mutationFn: (file: File) => {
      // It would be refused after all of it was sent.
      if (file.size > invoiceFileBytes) throw new Error(say('tooLarge'));
      return askProven(calls.invoices.attachFile, isIssued ? { id, attempt, reason } : { id, attempt }, { file });
    },
    meta: { isSaidInPlace: true },
    onSuccess: async () => {
      setReason('');
      setReplacing(false);
      toast.success(say('attached'));
      await onChanged();
    },
  });
  const has = isAttached || pdf === 'file';
  return (
    <div className="console-invoices-file">
      {sending.error && (
        <Alert
          type="error"
          showIcon
          role="alert"
          title={sending.error.name === 'Refused' ? refusedOf(sending.error).message : sending.error.message}
        />
      )}
      {has && <a href={linkTo(calls.invoices.consolePdf, { id })}>{say('look')}</a>}
      {mayAttach && (
        <>
          {isReplacing && (
            <label className="console-invoices-reason">
              {say('reason')}
              <Input autoFocus value={reason} maxLength={200} onChange={({ target }) => setReason(target.value)} />
              <span className="secondary">{say('reasonHelp')}</span>
            </label>
          )}
          <input
            ref={input}
            type="file"
            accept="application/pdf"
            className="visually-hidden"
            tabIndex={-1}
            aria-label={say('attach')}
            onChange={({ target }) => {
              const [file] = target.files ?? [];
              if (file) sending.mutate(file);
              // The same file may be chosen again.
              target.value = '';
            }}
          />
          {isIssued && !isReplacing ? (
            <Button onClick={() => setReplacing(true)}>{say('replace')}</Button>
          ) : (
            <Button
              icon={<UploadOutlined aria-hidden />}
              loading={sending.isPending}
              disabled={isTooShort}
              title={isTooShort ? say('reasonHelp') : undefined}
              onClick={() => input.current?.click()}
            >
              {say(isReplacing ? 'choose' : has ? 'replace' : 'attach')}
            </Button>
          )}
          {isReplacing && <Button onClick={() => setReplacing(false)}>{say('cancel')}</Button>}
          {!has && <span className="secondary">{say('optional')}</span>}
        </>
      )}
    </div>
  );
}
