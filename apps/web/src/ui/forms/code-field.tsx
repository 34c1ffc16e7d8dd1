import './forms.css';
import { codeDigits } from '@proofkeep/contract';
import { Button, Form, Input } from 'antd';
import { useRules } from './rules.ts';
import { codeFieldOf, type Purpose, useSendCode } from './send-code.ts';

/** Field for a text-message code, with a button that sends it to the form's `phone` or the user's number. */
export function CodeField({ purpose }: { purpose: Purpose }) {
  const { code } = useRules();
  const name = codeFieldOf(purpose);
  const { label, act, status, isSending, isWaiting, send } = useSendCode(Form.useFormInstance(), purpose);
  return (
    <Form.Item label={label} htmlFor={name} extra={<span role="status">{status}</span>}>
      <div className="code-field">
        <Form.Item name={name} rules={code} noStyle>
          <Input id={name} inputMode="numeric" autoComplete="one-time-code" maxLength={codeDigits} size="large" />
        </Form.Item>
        <Button size="large" onClick={send} loading={isSending} disabled={isWaiting}>
          {act}
        </Button>
      </div>
    </Form.Item>
  );
}
