import { Button } from 'antd';
import type { ReactNode } from 'react';

interface Props {
  act: string;
  cancel: string;
  isSending: boolean;
  size?: 'large';
  onCancel: () => void;
}

/** Sends or closes a form that was opened in its page. */
export const FormActions = ({ act, cancel, isSending, size, onCancel }: Props): ReactNode => (
  <div className="actions">
    <Button type="primary" htmlType="submit" size={size} loading={isSending}>
      {act}
    </Button>
    <Button size={size} onClick={onCancel}>
      {cancel}
    </Button>
  </div>
);
