import { Alert, Button, Modal } from 'antd';
import { Copyable } from '../../../../ui/kit/copyable.tsx';
import { Moment } from '../../../../ui/kit/moment.tsx';
import { QrCode } from '../../../../ui/kit/qr-code.tsx';
import { words } from '../../../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('issued-code', text);

export interface NewCode {
  label: string;
  code: string;
  link: string;
  expiresAt: string;
}

/** Shows a new code, its link and QR code. This is the only time, because the service keeps only a digest. */
export function IssuedCode({
  issued: { label, code, link, expiresAt },
  onClose,
}: {
  issued: NewCode;
  onClose: () => void;
}) {
  const t = useWords();
  return (
    <Modal
      open
      title={t('title', { label })}
      footer={
        <Button type="primary" onClick={onClose}>
          {t('done')}
        </Button>
      }
      onCancel={onClose}
    >
      <div className="attestations-issued">
        <Alert type="warning" showIcon title={t('once')} />
        <p className="attestations-issued-code">
          <Copyable text={code} what={t('code')} />
        </p>
        <p>
          <span className="secondary">{t('link')}</span> <Copyable text={link} what={t('link')} kept={40} />
        </p>
        <div className="attestations-issued-qr">
          <QrCode text={link} label={t('qr')} />
        </div>
        <p className="secondary">
          {t('until')} <Moment at={expiresAt} />
        </p>
      </div>
    </Modal>
  );
}
