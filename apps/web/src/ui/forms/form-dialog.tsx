import { Form, type FormInstance, Modal } from 'antd';
import type { ReactNode } from 'react';
import { Refusal } from './refusal.tsx';
import { useSubmit } from './use-submit.ts';

export interface FormDialogProps<Values> {
  isOpen?: boolean;
  title: string;
  /** Label of the button that submits. */
  act: string;
  isDanger?: boolean;
  width?: number;
  /** Given by a caller that watches fields. */
  form?: FormInstance<Values> | undefined;
  initialValues?: Partial<Values> | undefined;
  /** Shown above the form. */
  about?: ReactNode;
  send: (values: Values) => Promise<unknown>;
  onClose: () => void;
  /** The fields. */
  children: ReactNode;
}

/** A form in a dialog. Refusals show in the dialog, which stays open; closing it discards the input. */
export function FormDialog<Values extends object>({
  isOpen = true,
  title,
  act,
  isDanger = false,
  width = 520,
  form: given,
  initialValues,
  about,
  send,
  onClose,
  children,
}: FormDialogProps<Values>) {
  const [form] = Form.useForm<Values>(given);
  const { refusal, isSending, submit } = useSubmit(form, send);
  return (
    <Modal
      open={isOpen}
      title={title}
      okText={act}
      okButtonProps={{ danger: isDanger }}
      confirmLoading={isSending}
      onOk={form.submit}
      onCancel={onClose}
      width={width}
      destroyOnHidden
    >
      {about}
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        preserve={false}
        initialValues={initialValues ?? {}}
        onFinish={submit}
      >
        <Refusal>{refusal}</Refusal>
        {children}
      </Form>
    </Modal>
  );
}
