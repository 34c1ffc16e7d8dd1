import { type CertificationKind, type CertificationState, mayWithdrawCertification } from '@proofkeep/contract';
import { Alert, Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { Moment } from '../../ui/kit/moment.tsx';
import { words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('certification-change', text);

interface Application {
  state: CertificationState;
  reason: string | null;
  submittedAt: string | null;
}

/** Applies for a change of an approved certification, and shows the state of the last application. */
export function Change<Certification>({
  kind,
  change,
  mayChange,
  submitted,
  started,
  withdraw,
  form,
  onAnswer,
}: {
  kind: CertificationKind;
  change: Application | null;
  mayChange: boolean;
  /** Fields of the application, each with its label. */
  submitted: readonly (readonly [label: string, value: string | null | undefined])[];
  /** Shown while the identity provider processes it; null otherwise. */
  started: ReactNode;
  withdraw: ReactNode;
  /**
   * @param onSent called with the answer when the form was sent
   * @param cancel shown beside the form's button
   */
  form: (onSent: (after: Certification) => void, cancel: ReactNode) => ReactNode;
  onAnswer: (after: Certification) => void;
}) {
  const t = useWords();
  const [isOpen, setOpen] = useState(false);
  if (change && mayWithdrawCertification(change.state))
    return (
      <>
        <Alert
          className="certification-notice"
          type="info"
          showIcon
          title={t(started ? 'started' : 'pending')}
          description={
            <>
              {submitted.map(
                ([label, value]) =>
                  value && (
                    <p key={label}>
                      {t('field', { label })} <strong>{value}</strong>
                    </p>
                  ),
              )}
              <p>{t('pendingHint')}</p>
              {change.submittedAt && (
                <p>
                  {t('submittedAt')} <Moment at={change.submittedAt} />
                </p>
              )}
            </>
          }
          action={mayChange ? withdraw : undefined}
        />
        {started}
      </>
    );
  if (!mayChange) return null;
  return (
    <section className="certification-change">
      {change?.state === 'refused' && (
        <Alert
          className="certification-notice"
          type="error"
          showIcon
          title={t('refused')}
          description={
            <>
              <p className="certification-reason">{change.reason ?? t('denied')}</p>
              <p>{t('refusedHint')}</p>
            </>
          }
        />
      )}
      {isOpen ? (
        <>
          <h2>{t('title')}</h2>
          <p className="secondary">{t(kind)}</p>
          {form(
            (after) => {
              setOpen(false);
              onAnswer(after);
            },
            <Button size="large" onClick={() => setOpen(false)}>
              {t('cancel')}
            </Button>,
          )}
        </>
      ) : (
        <div className="actions">
          <Button onClick={() => setOpen(true)}>{t('open')}</Button>
        </div>
      )}
    </section>
  );
}
