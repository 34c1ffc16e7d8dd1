import { accountDay, invoiceNumberLength } from '@proofkeep/contract';
import { Form, Input } from 'antd';
import { validateOnBlur } from '../../ui/forms/validate-on-blur.ts';
import { words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('console-invoice-number', text);

export interface Numbered {
  number: string;
  code?: string;
  issuedOn: string;
}

/** Today's date in China: invoices are dated in UTC+8. */
export const today = (): string => accountDay(new Date());

/** Converts to the input of the calls; drops a code entered earlier, since digital invoices have none. */
export const numberedOf = ({ number, code = '', issuedOn }: Numbered) => ({
  number: number.trim(),
  code: number.trim().length === 8 ? code.trim() : '',
  issuedOn,
});

/** Fields of an invoice number as the tax authority issues it; used inside a form. */
export function NumberFields({ isRed = false }: { isRed?: boolean }) {
  const t = useWords();
  const number = Form.useWatch<string | undefined>('number') ?? '';
  return (
    <div className="console-invoices-number">
      <Form.Item
        name="number"
        label={t(isRed ? 'redNumber' : 'number')}
        extra={t('hint')}
        {...validateOnBlur([{ required: true, pattern: /^\s*(\d{8}|\d{20})\s*$/, message: t('numberWrong') }])}
      >
        <Input className="mono" inputMode="numeric" maxLength={invoiceNumberLength.number} autoComplete="off" />
      </Form.Item>
      {number.trim().length === 8 && (
        <Form.Item
          name="code"
          label={t('code')}
          {...validateOnBlur([{ required: true, pattern: /^\s*(\d{10}|\d{12})\s*$/, message: t('codeWrong') }])}
        >
          <Input className="mono" inputMode="numeric" maxLength={invoiceNumberLength.code} autoComplete="off" />
        </Form.Item>
      )}
      <Form.Item
        name="issuedOn"
        label={t('issuedOn')}
        rules={[
          {
            validator: (_rule, day?: string) =>
              day && day <= today() ? Promise.resolve() : Promise.reject(new Error(t('dayWrong'))),
          },
        ]}
      >
        <Input type="date" max={today()} />
      </Form.Item>
    </div>
  );
}
