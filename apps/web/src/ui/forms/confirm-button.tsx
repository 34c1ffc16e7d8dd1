import { Button, Modal } from 'antd';
import { useState } from 'react';

interface Props {
  /** What is done, on the button and on that of the question. */
  act: string;
  title: string;
  /** What becomes of it, and whether it can be undone. */
  hint: string;
  keep: string;
  kind: 'primary' | 'danger';
  isPending: boolean;
  onConfirm: () => void;
}

/** A button that asks first. */
export function ConfirmButton({ act, title, hint, keep, kind, isPending, onConfirm }: Props) {
  const [isAsking, setAsking] = useState(false);
  const look = kind === 'danger' ? { danger: true } : { type: 'primary' as const };
  return (
    <>
      <Button {...look} loading={isPending} onClick={() => setAsking(true)}>
        {act}
      </Button>
      <Modal
        open={isAsking}
        title={title}
        okText={act}
        okButtonProps={look}
        cancelText={keep}
        onOk={() => {
          setAsking(false);
          onConfirm();
        }}
        onCancel={() => setAsking(false)}
        width={440}
        destroyOnHidden
      >
        <p>{hint}</p>
      </Modal>
    </>
  );
}
