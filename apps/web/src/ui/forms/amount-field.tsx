import './forms.css';
import { Form, type InputNumberProps } from 'antd';
import { centsOf } from '../words/formatters.ts';
import { hasWholeCents } from './typed-yuan.ts';
import { validateOnBlur } from './validate-on-blur.ts';
import { useAmountWords } from './words.ts';
import { YuanInput } from './yuan-input.tsx';

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
  const t = useAmountWords();
  const isRight = (cents: number) => cents >= limits.min && cents <= limits.max;
  const validator = async (_rule: unknown, yuan: number | null | undefined) => {
    if (isOptional && yuan == null) return;
    if (!isRight(centsOf(yuan))) throw new Error(wrong);
    if (!hasWholeCents(yuan ?? 0)) throw new Error(t('wholeCents'));
  };
  return (
    <Form.Item name={name} label={label} extra={help} {...validateOnBlur([{ validator }])}>
      <YuanInput {...input} className="amount-input" />
    </Form.Item>
  );
}
