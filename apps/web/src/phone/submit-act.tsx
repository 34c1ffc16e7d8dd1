import type { ReactNode } from 'react';
import { Button } from '../ui/plain/button.tsx';

interface Props {
  act: string;
  isSending: boolean;
  /** Other actions, shown below the button. */
  children?: ReactNode;
}

/** Sends a form, at the bottom of its page. */
export const SubmitAct = ({ act, isSending, children }: Props) => (
  <div className="phone-acts">
    <Button type="submit" kind="primary" isBlock isBusy={isSending}>
      {act}
    </Button>
    {children}
  </div>
);
