import { ClockCircleOutlined, CloseCircleFilled } from '@ant-design/icons';
import { type OrderDetail, payWayWords } from '@proofkeep/contract';
import { Button } from 'antd';
import { useState } from 'react';
import { renderSVG } from 'uqr';
import { Moment } from '../../ui/kit/moment.tsx';
import { amount } from '../../ui/words/formatters.ts';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('pay-await', text);

/** A payment usually shows within seconds; after this long without money the page stops pretending to confirm it. */
const patienceMs = 15_000;

/** `waiting`: no answer yet. `none`: the provider says that it has no money. `declined`: it refused the attempt. */
type Progress = 'waiting' | 'none' | 'declined';

function progressOf({ attempt }: OrderDetail, since: number): Progress {
  if (attempt?.isDeclined) return 'declined';
  const isLate = attempt?.checkedAt && Date.parse(attempt.checkedAt) - since > patienceMs;
  return isLate ? 'none' : 'waiting';
}

/** Shown while a payment is in progress elsewhere. @param code content of the provider's QR code, if it uses one */
export function PendingPayment({
  order,
  code,
  onOther,
}: {
  order: OrderDetail;
  code: string | null;
  onOther: () => void;
}) {
  const t = useWords();
  const language = useLanguage();
  const [since] = useState(Date.now);
  const progress = progressOf(order, since);
  const way = order.attempt ? wordIn(payWayWords[order.attempt.way], language) : '';
  const isScanned = code !== null && progress !== 'declined';
  return (
    <section className="panel pay-await" data-progress={progress}>
      {isScanned && (
        <img
          className="pay-code"
          alt={t('code')}
          src={`data:image/svg+xml;utf8,${encodeURIComponent(renderSVG(code))}`}
        />
      )}
      <div role="status">
        <h2>
          {progress === 'declined' && <CloseCircleFilled aria-hidden />}
          {progress === 'none' && !isScanned && <ClockCircleOutlined aria-hidden />} {t(isScanned ? 'scan' : progress)}
        </h2>
        <p>{t(isScanned ? 'scanHint' : `${progress}Hint`, { way, amount: amount(order.amountCents) })}</p>
      </div>
      <p className="secondary">
        {t('until')} <Moment at={order.expiresAt} />
      </p>
      <Button type={progress === 'waiting' || isScanned ? 'default' : 'primary'} size="large" onClick={onOther}>
        {t(progress === 'declined' ? 'again' : 'other')}
      </Button>
    </section>
  );
}
