import { CheckCircleOutlined, ClockCircleOutlined, CloseCircleOutlined, MinusCircleOutlined } from '@ant-design/icons';
import { type CertificationKind, type CertificationState, certificationWords } from '@proofkeep/contract';
import { Alert } from 'antd';
import type { ReactNode } from 'react';
import { Moment } from '../../ui/kit/moment.tsx';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';

const useWords = words('certification-standing', {
  refused: ['认证未通过', 'The certification was refused'],
  revoked: ['认证已被撤销', 'The certification was revoked'],
  enterprise: [
    '请按原因修改后重新提交，已填写的内容保留在下方。',
    'Correct what is named and submit it again. What you entered is kept below.',
  ],
  personal: [
    '请按原因修改后重新提交。照片已保留，姓名和号码请重新填写。',
    'Correct what is named and submit it again. The images are kept; enter name and number once more.',
  ],
  denied: ['核验机构未能确认是您本人。', 'The provider could not confirm that it is you.'],
  pending: ['已提交，等待审核', 'Submitted, waits for review'],
  pendingHint: [
    '平台人员会核对您提交的内容，结果将以消息通知您。审核期间不能修改。',
    'Somebody of the platform compares what you sent. You get a message when it is decided; until then nothing can be changed.',
  ],
  submittedAt: ['提交时间', 'Submitted'],
});

const looks: Record<CertificationState, { tone: string; icon: ReactNode }> = {
  none: { tone: 'quiet', icon: <MinusCircleOutlined aria-hidden /> },
  started: { tone: 'warning', icon: <ClockCircleOutlined aria-hidden /> },
  pending: { tone: 'busy', icon: <ClockCircleOutlined aria-hidden /> },
  approved: { tone: 'success', icon: <CheckCircleOutlined aria-hidden /> },
  refused: { tone: 'danger', icon: <CloseCircleOutlined aria-hidden /> },
  revoked: { tone: 'danger', icon: <CloseCircleOutlined aria-hidden /> },
};

/** How far a certification is, in icon, word and colour. */
export function CertificationChip({ state }: { state: CertificationState }) {
  const language = useLanguage();
  const { tone, icon } = looks[state];
  return (
    <span className="chip" data-tone={tone}>
      {icon}
      {wordIn(certificationWords[state], language)}
    </span>
  );
}

interface RefusedProps {
  kind: CertificationKind;
  state: 'refused' | 'revoked';
  reason: string | null;
}

/** Why it was refused or revoked, and what to do. */
export function RefusedNotice({ kind, state, reason }: RefusedProps) {
  const say = useWords();
  return (
    <Alert
      className="certification-notice"
      type="error"
      showIcon
      title={say(state)}
      description={
        <>
          <p className="certification-reason">{reason ?? say('denied')}</p>
          <p>{say(kind)}</p>
        </>
      }
    />
  );
}

export function PendingNotice({ submittedAt }: { submittedAt: string | null }) {
  const say = useWords();
  return (
    <Alert
      className="certification-notice"
      type="info"
      showIcon
      title={say('pending')}
      description={
        <>
          <p>{say('pendingHint')}</p>
          {submittedAt && (
            <p>
              {say('submittedAt')} <Moment at={submittedAt} />
            </p>
          )}
        </>
      }
    />
  );
}
