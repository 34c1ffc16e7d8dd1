import './forms.css';
import { Form, InputNumber, type InputNumberProps } from 'antd';
import { centsOf } from '../words/formatters.ts';
import { validateOnBlur } from './validate-on-blur.ts';

interface Props {
  name: string;
  label: string;
  help?: string;
  /** Inclusive, in cents. */
  limits: { min: number; max: number };
  /** Shown if the amount is missing or outside the limits. */
  wrong: string;
  isOptional?: boolean;
  input?: Pick<InputNumberProps<number>, 'size' | 'autoFocus'>;
}

/** An amount of money in yuan, to the cent. */
export function AmountField({ name, label, help, limits, wrong, isOptional = false, input = {} }: Props) {
  const isRight = (cents: number) => cents >= limits.min && cents <= limits.max;
  const validator = (_rule: unknown, yuan: number | null | undefined) =>
    (isOptional && yuan == null) || isRight(centsOf(yuan)) ? Promise.resolve() : Promise.reject(new Error(wrong));
  return (
    <Form.Item name={name} label={label} extra={help} {...validateOnBlur([{ validator }])}>
      <InputNumber<number>
        {...input}
        className="amount-input"
        prefix="¥"
        precision={2}
        controls={false}
        inputMode="decimal"
      />
    </Form.Item>
  );
}
