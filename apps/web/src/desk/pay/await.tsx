import type { OrderDetail } from '@proofkeep/contract';
import { Button } from 'antd';
import { renderSVG } from 'uqr';
import { Moment } from '../../ui/kit/moment.tsx';
import { words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('pay-await', text);

/** Shown while a payment is in progress elsewhere. @param code content of the provider's QR code, if it uses one */
export function Await({ order, code, onOther }: { order: OrderDetail; code: string | null; onOther: () => void }) {
  const t = useWords();
  return (
    <section className="panel pay-await">
      {code !== null && (
        <img
          className="pay-code"
          alt={t('code')}
          src={`data:image/svg+xml;utf8,${encodeURIComponent(renderSVG(code))}`}
        />
      )}
      <div role="status">
        <h2>{t(code === null ? 'waiting' : 'scan')}</h2>
      </div>
      <p className="secondary">{t('hint')}</p>
      <p className="secondary">
        {t('until')} <Moment at={order.expiresAt} />
      </p>
      <Button onClick={onOther}>{t('other')}</Button>
    </section>
  );
}
