import { Form, Input } from 'antd';

interface Props {
  name: 'reason' | 'note';
  label: string;
  help?: string;
  /** Shown if the text is missing or too short. */
  missing: string;
  length: { min: number; max: number };
  /** Gets the focus when its dialog opens. */
  isFirst?: boolean;
}

/** A reason of an operator, at the end of a form. */
export function ReasonField({ name, label, help, missing, length, isFirst = false }: Props) {
  return (
    <Form.Item
      name={name}
      label={label}
      extra={help}
      rules={[{ required: true, whitespace: true, ...length, message: missing }]}
    >
      <Input.TextArea autoFocus={isFirst} rows={3} maxLength={length.max} />
    </Form.Item>
  );
}
