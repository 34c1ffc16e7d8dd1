import { InputNumber, type InputNumberProps } from 'antd';
import { hasWholeCents, typedYuan } from './typed-yuan.ts';

/** Input for an amount in yuan. Keeps all typed decimals unless `precision` is set, so that a form can refuse them. */
export function YuanInput(props: Omit<InputNumberProps<number>, 'parser' | 'formatter'>) {
  return (
    <InputNumber<number>
      prefix="¥"
      controls={false}
      inputMode="decimal"
      // Antd converts the text itself; it shows what isn't a number until the user leaves the input.
      parser={(typed = '') => typedYuan(typed) as unknown as number}
      formatter={(yuan, { userTyping, input }) => (userTyping ? input : shown(yuan))}
      {...props}
    />
  );
}

function shown(yuan: number | undefined): string {
  const text = String(yuan ?? '');
  return text !== '' && hasWholeCents(Number(text)) ? Number(text).toFixed(2) : text;
}
