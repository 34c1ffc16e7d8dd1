import { UploadOutlined } from '@ant-design/icons';
import {
  type ConsoleInvoiceDetail,
  calls,
  invoiceFileBytes,
  invoiceStateTable,
  reasonLength,
} from '@proofkeep/contract';
import { useMutation } from '@tanstack/react-query';
import { Alert, Button, Input } from 'antd';
import { useRef, useState } from 'react';
import { ApiError, toApiError } from '../../api/api-error.ts';
import { linkTo } from '../../api/ask.ts';
import { FileInput } from '../../ui/forms/file-input.tsx';
import { toast } from '../../ui/notices/toast.ts';
import { words } from '../../ui/words/words.ts';
import { callWithStepUp } from '../ui/step-up.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('console-invoice-file', text);

interface Props {
  invoice: ConsoleInvoiceDetail;
  /** A file was attached since the page was opened. */
  isAttached?: boolean;
  onChanged: () => Promise<void> | void;
}

/** The file as downloaded from the tax platform. Replacing it after the invoice was issued requires a reason. */
export function FileOf({ invoice: { id, attempt, state, pdf }, isAttached = false, onChanged }: Props) {
  const t = useWords();
  const input = useRef<HTMLInputElement>(null);
  const [reason, setReason] = useState('');
  const [isReplacing, setReplacing] = useState(false);
  // The holder already has the file.
  const isIssued = pdf === 'file';
  const mayAttach = invoiceStateTable.after(state, isIssued ? 'replace' : 'attach', 'operator') !== undefined;
  const isTooShort = isIssued && reason.trim().length < 4;
  const sending = useMutation({
    mutationFn: (file: File) => {
      // Checked here because the service would refuse it only after the whole upload.
      if (file.size > invoiceFileBytes) throw new ApiError('TOO_LARGE', { message: t('tooLarge') });
      return callWithStepUp(calls.invoices.attachFile, isIssued ? { id, attempt, reason } : { id, attempt }, { file });
    },
    meta: { isShownInPlace: true },
    onSuccess: async () => {
      setReason('');
      setReplacing(false);
      toast.success(t('attached'));
      await onChanged();
    },
  });
  const has = isAttached || pdf === 'file';
  return (
    <div className="console-invoices-file">
      {sending.error && <Alert type="error" showIcon role="alert" title={toApiError(sending.error).message} />}
      {has && <a href={linkTo(calls.invoices.consolePdf, { id })}>{t('look')}</a>}
      {mayAttach && (
        <>
          {isReplacing && (
            <label className="console-reason">
              {t('reason')}
              <Input
                autoFocus
                value={reason}
                maxLength={reasonLength.max}
                onChange={({ target }) => setReason(target.value)}
              />
              <span className="secondary">{t('reasonHelp')}</span>
            </label>
          )}
          <FileInput
            ref={input}
            accept="application/pdf"
            tabIndex={-1}
            label={t('attach')}
            onFiles={([file]) => file && sending.mutate(file)}
          />
          {isIssued && !isReplacing ? (
            <Button onClick={() => setReplacing(true)}>{t('replace')}</Button>
          ) : (
            <Button
              icon={<UploadOutlined aria-hidden />}
              loading={sending.isPending}
              disabled={isTooShort}
              title={isTooShort ? t('reasonHelp') : undefined}
              onClick={() => input.current?.click()}
            >
              {t(isReplacing ? 'choose' : has ? 'replace' : 'attach')}
            </Button>
          )}
          {isReplacing && <Button onClick={() => setReplacing(false)}>{t('cancel')}</Button>}
          {!has && <span className="secondary">{t('optional')}</span>}
        </>
      )}
    </div>
  );
}
