import { Form } from 'antd';
import type { ReactNode } from 'react';
import { useApplication } from './application.ts';

interface Props {
  /** Name of the field in the call, such as `parties.0.name`; also the id of the input. */
  name: string;
  label: string;
  help?: string | undefined;
  children: ReactNode;
}

/** A field of the application with its error, which shows once the user has left the field. */
export function Field({ name, label, help, children }: Props) {
  const { errorOf, leave } = useApplication();
  const error = errorOf(name);
  return (
    <div onBlur={() => leave(name)}>
      <Form.Item
        label={label}
        htmlFor={name}
        extra={help}
        {...(error && { validateStatus: 'error' as const, help: error })}
      >
        {children}
      </Form.Item>
    </div>
  );
}
