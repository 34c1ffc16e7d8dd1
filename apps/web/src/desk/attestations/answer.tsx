import { type AttestationSummary, blockWords, calls, discardReasonLength } from '@proofkeep/contract';
import { Button, Checkbox, Form, Input, Modal } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useAct } from '../../api/refresh.ts';
import { paths } from '../../ui/address/paths.ts';
import { LinkButton } from '../../ui/kit/link-button.tsx';
import { Cost } from '../../ui/money/cost.tsx';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';
import { useConfirm } from './acts.ts';
import { isAllowed } from './is-allowed.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('answer', text);

interface Props {
  row: AttestationSummary;
  /** Called with the new capture; by default its page opens. */
  onAgain?: (next: AttestationSummary) => void;
}

/** Buttons to confirm or discard a preview, or to capture its page again; renders nothing in other states. */
export function Answer({ row, onAgain }: Props) {
  const { ano } = row;
  const t = useWords();
  const [isAsking, setAsking] = useState(false);
  const confirm = useConfirm();
  return (
    <>
      {isAllowed(row, 'confirmed') &&
        (row.warning ? (
          <Warned row={row} onAgain={onAgain} />
        ) : (
          <Button
            type="primary"
            data-answer="confirm"
            loading={confirm.isPending}
            onClick={() => confirm.mutate({ anos: [ano] })}
          >
            {t('confirm')}
          </Button>
        ))}
      {isAllowed(row, 'confirmed') && (
        <span className="secondary numbers">
          {t('cost')}
          <Cost {...row} />
        </span>
      )}
      {isAllowed(row, 'rejected') && (
        <Button data-answer="reject" onClick={() => setAsking(true)}>
          {t('reject')}
        </Button>
      )}
      <Reject ano={ano} isOpen={isAsking} onClose={() => setAsking(false)} />
    </>
  );
}

/** How to resolve a warning: a live session if a person is required, otherwise another capture. */
const needsPerson = (warning: AttestationSummary['warning']) => warning === 'login-wall' || warning === 'challenge';

/** The capture may show the wrong page: offers the remedy first; certifying it takes a second step. */
function Warned({ row, onAgain }: Props & { onAgain: Props['onAgain'] }) {
  const { ano } = row;
  const t = useWords();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const again = useAct(calls.attestations.captureAgain, 'attestations');
  const isOverlay = row.warning === 'overlay';
  const open = (next: AttestationSummary) => (onAgain ? onAgain(next) : void navigate(paths.attestation(next.ano)));
  return (
    <>
      {needsPerson(row.warning) && (
        <LinkButton type="primary" to={paths.preserveLive(row.url)}>
          {t('live')}
        </LinkButton>
      )}
      <Button
        type={needsPerson(row.warning) ? 'default' : 'primary'}
        loading={again.isPending}
        onClick={() => again.mutate({ ano, dismissConsent: isOverlay }, { onSuccess: open })}
      >
        {t(isOverlay ? 'dismiss' : 'again')}
      </Button>
      <Button onClick={() => setOpen(true)}>{t('anyway')}</Button>
      {isOpen && <CertifyAnyway row={row} onClose={() => setOpen(false)} />}
    </>
  );
}

function CertifyAnyway({ row, onClose }: { row: AttestationSummary; onClose: () => void }) {
  const { ano, warning } = row;
  const t = useWords();
  const language = useLanguage();
  const confirm = useConfirm();
  const [isWanted, setWanted] = useState(false);
  return (
    <Modal
      open
      title={t('anywayTitle')}
      okText={t('anyway')}
      okButtonProps={{ disabled: !isWanted, loading: confirm.isPending }}
      cancelText={t('notNow')}
      onOk={() => confirm.mutate({ anos: [ano], despiteWarnings: [ano] }, { onSettled: onClose })}
      onCancel={onClose}
    >
      <p>{t('anywayHint', { what: warning ? wordIn(blockWords[warning], language) : '' })}</p>
      <p>
        {t('cost')}
        <Cost {...row} />
      </p>
      <Checkbox checked={isWanted} onChange={({ target }) => setWanted(target.checked)}>
        {t('isWanted')}
      </Checkbox>
    </Modal>
  );
}

function Reject({ ano, isOpen, onClose }: { ano: string; isOpen: boolean; onClose: () => void }) {
  const t = useWords();
  const [form] = Form.useForm<{ reason?: string }>();
  const reject = useAct(calls.attestations.reject, 'attestations');
  const send = ({ reason = '' }: { reason?: string }) => reject.mutate({ ano, reason }, { onSuccess: onClose });
  return (
    <Modal
      open={isOpen}
      title={t('title')}
      okText={t('reject')}
      okButtonProps={{ danger: true, loading: reject.isPending }}
      cancelText={t('keep')}
      onOk={form.submit}
      onCancel={onClose}
      destroyOnHidden
    >
      <p>{t('hint')}</p>
      <Form form={form} layout="vertical" onFinish={send} className="attestations-reject-form">
        <Form.Item name="reason" label={t('reason')}>
          <Input.TextArea maxLength={discardReasonLength} rows={3} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
