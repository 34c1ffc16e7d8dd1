import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { Section } from './section.tsx';

interface Props {
  title: string;
  hint: string;
  /** Opens the form. */
  act: string;
  form: (close: () => void) => ReactNode;
}

/** A section whose form opens in place. */
export function ChangeSection({ title, hint, act, form }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Section title={title} hint={hint} action={!isOpen && <Button onClick={() => setOpen(true)}>{act}</Button>}>
      {isOpen && form(() => setOpen(false))}
    </Section>
  );
}
