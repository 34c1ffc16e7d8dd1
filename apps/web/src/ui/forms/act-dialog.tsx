import { Button, type ButtonProps } from 'antd';
import { useState } from 'react';
import { FormDialog, type FormDialogProps } from './form-dialog.tsx';

interface Props<Values, Result> extends Omit<FormDialogProps<Values>, 'isOpen' | 'send' | 'onClose'> {
  /** Label of the button that opens the dialog; the dialog's own if absent. */
  label?: string;
  button?: ButtonProps;
  send: (values: Values) => Promise<Result>;
  /** Runs once the dialog is closed. */
  onSent: (result: Result, values: Values) => void | Promise<void>;
}

/** A button and the dialog that it opens; the dialog closes once its form was accepted. */
export function ActDialog<Values extends object, Result>({
  label,
  button,
  send,
  onSent,
  ...dialog
}: Props<Values, Result>) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button danger={dialog.isDanger ?? false} {...button} onClick={() => setOpen(true)}>
        {label ?? dialog.title}
      </Button>
      <FormDialog
        {...dialog}
        isOpen={isOpen}
        onClose={close}
        send={async (values: Values) => {
          const result = await send(values);
          close();
          await onSent(result, values);
        }}
      />
    </>
  );
}
