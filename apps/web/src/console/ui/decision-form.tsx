import { Form, type FormInstance } from 'antd';
import type { ReactNode } from 'react';
import { Refusal } from '../../ui/forms/refusal.tsx';
import type { useDecision } from './use-decision.ts';

interface Props<Values> {
  /** Class of the section. */
  className?: string;
  t: (name: 'title' | 'hint') => string;
  form: FormInstance<Values>;
  initialValues: Partial<Values>;
  decision: ReturnType<typeof useDecision<Values>>;
  /** The fields. */
  children: ReactNode;
  /** Shown under the form. */
  below?: ReactNode;
}

/** What an operator enters to decide; the button is in the `DecisionBar`. */
export const DecisionForm = <Values extends object>({
  className = '',
  t,
  form,
  initialValues,
  decision: { refusal, submit },
  children,
  below,
}: Props<Values>) => (
  <section className={`console-act ${className}`}>
    <h2>{t('title')}</h2>
    <p className="secondary">{t('hint')}</p>
    <Form form={form} layout="vertical" requiredMark={false} initialValues={initialValues} onFinish={submit}>
      <Refusal>{refusal}</Refusal>
      {children}
    </Form>
    {below}
  </section>
);
