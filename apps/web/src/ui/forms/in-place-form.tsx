import { Form } from 'antd';
import type { ReactNode } from 'react';
import { FormActions } from './form-actions.tsx';
import { Refusal } from './refusal.tsx';
import { useSubmit } from './use-submit.ts';

interface Props<Values> {
  act: string;
  cancel: string;
  initialValues?: Partial<Values>;
  className?: string;
  send: (values: Values) => Promise<void>;
  onEnd: () => void;
  /** The fields. */
  children: ReactNode;
}

/** A form that opens in its page; it ends once it was accepted or cancelled. */
export function InPlaceForm<Values extends object>(props: Props<Values>) {
  const { act, cancel, initialValues, className, send, onEnd, children } = props;
  const [form] = Form.useForm<Values>();
  const { refusal, isSending, submit } = useSubmit(form, async (values: Values) => {
    await send(values);
    onEnd();
  });
  const look = { layout: 'vertical', requiredMark: false, className } as const;
  return (
    <Form {...look} form={form} initialValues={initialValues ?? {}} onFinish={submit}>
      <Refusal>{refusal}</Refusal>
      {children}
      <FormActions act={act} cancel={cancel} isSending={isSending} size="large" onCancel={onEnd} />
    </Form>
  );
}
