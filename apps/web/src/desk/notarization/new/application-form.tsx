import { calls, type MatterSummary, matterKindFacts } from '@proofkeep/contract';
import { useMutation } from '@tanstack/react-query';
import { Button, Form } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { toApiError } from '../../../api/api-error.ts';
import { ask } from '../../../api/ask.ts';
import { refresh } from '../../../api/refresh.ts';
import { paths } from '../../../ui/address/paths.ts';
import { PageHeading } from '../../../ui/kit/page-heading.tsx';
import { Alert } from '../../../ui/plain/alert.tsx';
import { useLanguage, wordIn, words } from '../../../ui/words/words.ts';
import { ApplicationProvider, type Entered, useDraft, useProblems } from './application.ts';
import { Corrections } from './corrections.tsx';
import { DeliveryPart } from './delivery-part.tsx';
import { EvidencePart } from './evidence-part.tsx';
import { MaterialsPart } from './materials-part.tsx';
import { MatterPart } from './matter-part.tsx';
import { OfficePart } from './office-part.tsx';
import { PartiesPart } from './parties-part.tsx';
import { Summary } from './summary.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('matter-form', text);

interface Props {
  matter: MatterSummary;
  saved: Entered;
}

/** The application, saved while it is edited and submitted once it is complete. */
export function ApplicationForm({ matter, saved }: Props) {
  const t = useWords();
  const language = useLanguage();
  const navigate = useNavigate();
  const { entered, change, save, saving } = useDraft(matter.id, saved);
  const problems = useProblems(entered);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [isTried, setTried] = useState(false);
  const isCorrection = matter.state === 'correction';
  const submitting = useMutation({
    mutationFn: async () => {
      await save();
      return ask(calls.notarization.submitMatter, { id: matter.id });
    },
    meta: { isShownInPlace: true },
    onSuccess: async () => {
      await refresh('matters');
      await navigate(isCorrection ? paths.matter(matter.id) : paths.matterFiled(matter.id));
    },
  });
  const refusal = submitting.error ? toApiError(submitting.error) : null;
  const refused = new Map(refusal?.fields.map(({ field, message }) => [field, message]));
  const submit = () => {
    setTried(true);
    const [first] = problems.keys();
    if (first === undefined) submitting.mutate();
    else focusOn(first);
  };
  const application = {
    entered,
    change(part: Partial<Entered>) {
      submitting.reset();
      change(part);
    },
    errorOf: (field: string) => refused.get(field) ?? (isTried || left.has(field) ? problems.get(field) : undefined),
    leave: (field: string) => setLeft((before) => new Set([...before, field])),
  };
  return (
    <ApplicationProvider value={application}>
      <PageHeading
        title={isCorrection ? t('correct', { no: matter.no }) : wordIn(matterKindFacts[entered.kind].name, language)}
      >
        <span className="secondary" role="status">
          {saving.isError ? t('unsaved') : saving.isPending ? t('saving') : t('saved')}
        </span>
      </PageHeading>
      <div className="notarization-columns">
        <Form layout="vertical" requiredMark={false} autoComplete="off" className="notarization-form" onFinish={submit}>
          {isCorrection && <Corrections items={matter.corrections} />}
          <MatterPart />
          <OfficePart />
          <PartiesPart />
          <EvidencePart />
          <MaterialsPart />
          <DeliveryPart />
          {isTried && problems.size > 0 && <Alert kind="error" title={t('incomplete', { count: problems.size })} />}
          {refusal && (
            <Alert kind="error" title={refusal.message}>
              {refusal.fields.map(({ field, message }) => (
                <p key={field}>{message}</p>
              ))}
            </Alert>
          )}
          <Button type="primary" htmlType="submit" size="large" loading={submitting.isPending}>
            {t(isCorrection ? 'resubmit' : 'submit')}
          </Button>
        </Form>
        <Summary matter={matter} problems={problems} />
      </div>
    </ApplicationProvider>
  );
}

/** Brings the first invalid field, or its part of the form, into view. */
function focusOn(field: string): void {
  const [part = ''] = field.split('.');
  const found = document.getElementById(field) ?? document.getElementById(`part-${part}`);
  found?.scrollIntoView({ block: 'center' });
  found?.focus({ preventScroll: true });
}
