import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { InPlaceForm } from '../../ui/forms/in-place-form.tsx';
import { Section } from './section.tsx';

interface Props<Values> {
  title: string;
  hint: string;
  t: (name: 'change' | 'submit' | 'cancel') => string;
  send: (values: Values) => Promise<void>;
  /** The fields. */
  children: ReactNode;
}

/** A section whose form opens in place. */
export function ChangeSection<Values extends object>({ title, hint, t, send, children }: Props<Values>) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <Section title={title} hint={hint} action={!isOpen && <Button onClick={() => setOpen(true)}>{t('change')}</Button>}>
      {isOpen && (
        <InPlaceForm act={t('submit')} cancel={t('cancel')} className="security-form" send={send} onEnd={close}>
          {children}
        </InPlaceForm>
      )}
    </Section>
  );
}
