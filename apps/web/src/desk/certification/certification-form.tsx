import { Alert, Button, Form, type FormProps } from 'antd';
import type { ReactNode } from 'react';

interface Props<Fields> extends Pick<FormProps<Fields>, 'form' | 'initialValues' | 'onFinish'> {
  refusal: string | null;
  isSending: boolean;
  act: string;
  /** Shown beside the form's button. */
  cancel?: ReactNode;
  children: ReactNode;
}

/** Frame of the forms that apply for a certification. */
export const CertificationForm = <Fields,>({ refusal, isSending, act, cancel, children, ...form }: Props<Fields>) => (
  <Form<Fields> {...form} layout="vertical" requiredMark={false} className="certification-form">
    {refusal && <Alert className="certification-notice" type="error" showIcon title={refusal} role="alert" />}
    {children}
    <div className="actions">
      <Button type="primary" htmlType="submit" size="large" loading={isSending}>
        {act}
      </Button>
      {cancel}
    </div>
  </Form>
);
