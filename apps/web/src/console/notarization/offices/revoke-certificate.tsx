import {
  CertificateRevocationReason,
  calls,
  certificateRevocationWords,
  type NotaryCertificate,
} from '@proofkeep/contract';
import { Alert, Form, Select } from 'antd';
import { refresh } from '../../../api/refresh.ts';
import { ActDialog } from '../../../ui/forms/act-dialog.tsx';
import { wordOptions } from '../../../ui/forms/word-options.ts';
import { toast } from '../../../ui/notices/toast.ts';
import { useLanguage, words } from '../../../ui/words/words.ts';
import { callWithStepUp } from '../../ui/step-up.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('console-revoke-certificate', text);

interface Values {
  reason: CertificateRevocationReason;
}

/** Revokes a certificate; of a revoked one, only that its key turned out to be compromised can be added. */
export function RevokeCertificate({ officeId, certificate }: { officeId: string; certificate: NotaryCertificate }) {
  const t = useWords();
  const language = useLanguage();
  const { id, name, origin, revocation } = certificate;
  if (revocation?.reason === 'key-compromise') return null;
  const reasons = revocation ? (['key-compromise'] as const) : CertificateRevocationReason.options;
  return (
    <ActDialog
      isDanger
      button={{ size: 'small' }}
      label={t(revocation ? 'compromised' : 'act')}
      title={t('title', { name })}
      act={t('act')}
      about={<Alert type="warning" showIcon title={t(origin === 'issued' ? 'about' : 'aboutSupplied')} />}
      {...(revocation && { initialValues: { reason: 'key-compromise' } })}
      send={({ reason }: Values) =>
        callWithStepUp(calls.consoleNotarization.revokeCertificate, { id: officeId, certificateId: id, reason })
      }
      onSent={async () => {
        toast.success(t('done'));
        await refresh('consoleOffices');
      }}
    >
      <Form.Item name="reason" label={t('reason')} rules={[{ required: true, message: t('noReason') }]}>
        <Select options={wordOptions(reasons, certificateRevocationWords, language)} />
      </Form.Item>
      <Form.Item noStyle shouldUpdate>
        {({ getFieldValue }) =>
          getFieldValue('reason') === 'key-compromise' && <Alert type="error" showIcon title={t('compromiseTitle')} />
        }
      </Form.Item>
    </ActDialog>
  );
}
