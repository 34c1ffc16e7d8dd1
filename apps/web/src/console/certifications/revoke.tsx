import { type CertificationCase, calls, certificationReasonLength } from '@proofkeep/contract';
import { refresh } from '../../api/refresh.ts';
import { ActDialog } from '../../ui/forms/act-dialog.tsx';
import { toast } from '../../ui/notices/toast.ts';
import { words } from '../../ui/words/words.ts';
import { ReasonField } from '../ui/reason-field.tsx';
import { DecisionBar } from '../ui/split.tsx';
import { callWithStepUp } from '../ui/step-up.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('console-certification-revoke', text);

/** Revokes an approval; requires the second factor. */
export function Revoke({ item: { id, attempt, name }, onRevoked }: { item: CertificationCase; onRevoked: () => void }) {
  const t = useWords();
  const onSent = async () => {
    toast.success(t('done'));
    await refresh('certificationReviews');
    onRevoked();
  };
  return (
    <DecisionBar>
      <ActDialog
        isDanger
        title={t('revoke')}
        act={t('revoke')}
        about={<p>{t('what', { name })}</p>}
        send={({ reason }: { reason: string }) =>
          callWithStepUp(calls.certification.revokeCertification, { id, attempt, reason })
        }
        onSent={onSent}
      >
        <ReasonField isFirst label={t('reason')} missing={t('reasonMissing')} length={certificationReasonLength} />
      </ActDialog>
    </DecisionBar>
  );
}
