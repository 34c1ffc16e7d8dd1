import { Form, Input } from 'antd';

type Name = 'reason' | 'note';

interface Props {
  name?: Name;
  label: string;
  help?: string;
  /** Shown if the text is missing or too short. */
  missing: string;
  length: { min: number; max: number };
  /** Gets the focus when its dialog opens. */
  isFirst?: boolean;
}

/** A reason of an operator, at the end of a form. */
export function ReasonField({ name = 'reason', label, help, missing, length, isFirst = false }: Props) {
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

/** Name and texts of the field from a table of words: `reason`, `reasonHelp` and `reasonMissing`. */
export const reasonOf = <N extends Name>(t: (key: N | `${N}Help` | `${N}Missing`) => string, name: N) => ({
  name,
  label: t(name),
  help: t(`${name}Help`),
  missing: t(`${name}Missing`),
});
