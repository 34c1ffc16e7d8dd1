import { Form, Modal } from 'antd';
import type { ReactNode } from 'react';
import { Refusal } from '../../ui/forms/refusal.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { Skeleton } from '../../ui/notices/skeleton.tsx';
import { ApplicationFields, type EnteredApplication } from './application-fields.tsx';

interface Props {
  title: string;
  act: string;
  cancel: string;
  about?: ReactNode;
  /** Values to begin with; undefined while they load. */
  initialValues: EnteredApplication | undefined;
  send: (entered: EnteredApplication) => Promise<void>;
  onClose: () => void;
}

/** Applies for an invoice. */
export function ApplicationDialog({ title, act, cancel, about, initialValues, send, onClose }: Props) {
  const [form] = Form.useForm<EnteredApplication>();
  const { refusal, isSending, submit } = useSubmit(form, send);
  return (
    <Modal
      open
      title={title}
      okText={act}
      cancelText={cancel}
      okButtonProps={{ loading: isSending, disabled: !initialValues }}
      onOk={form.submit}
      onCancel={onClose}
      width={560}
    >
      {about}
      {initialValues ? (
        <Form form={form} layout="vertical" requiredMark={false} initialValues={initialValues} onFinish={submit}>
          <Refusal>{refusal}</Refusal>
          <ApplicationFields />
        </Form>
      ) : (
        <Skeleton rows={6} />
      )}
    </Modal>
  );
}
