import './forms.css';
import { codeDigits } from '@proofkeep/contract';
import { Button, Form, Input } from 'antd';
import { useRules } from './rules.ts';
import { codeFieldOf, type Purpose, useSendCode } from './send-code.ts';

/** The code of a text message, and the button that sends it to the `phone` of the same form or to the user's own. */
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
