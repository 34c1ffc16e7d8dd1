import type { OrderDetail } from '@proofkeep/contract';
import { Button } from 'antd';
import { renderSVG } from 'uqr';
import { Moment } from '../../ui/kit/moment.tsx';
import { words } from '../../ui/words/words.ts';

const useWords = words('pay-await', {
  scan: ['请用微信扫码支付', 'Scan it with WeChat to pay'],
  code: ['微信支付二维码', 'QR code of WeChat Pay'],
  waiting: ['正在确认付款结果', 'Finding out whether it was paid'],
  hint: [
    '付款后这里会自动更新，通常只需几秒。如果您没有付款，可以换一种方式。',
    'This page changes by itself once the payment comes in, mostly within seconds. If you did not pay, choose another way.',
  ],
  until: ['订单保留至', 'The order is kept until'],
  other: ['重新选择支付方式', 'Choose how to pay again'],
});

/** While a payment is under way elsewhere. @param code what is to be scanned, where the provider is paid so */
export function Await({ order, code, onOther }: { order: OrderDetail; code: string | null; onOther: () => void }) {
  const say = useWords();
  return (
    <section className="panel pay-await">
      {code !== null && (
        <img
          className="pay-code"
          alt={say('code')}
          src={`data:image/svg+xml;utf8,${encodeURIComponent(renderSVG(code))}`}
        />
      )}
      <div role="status">
        <h2>{say(code === null ? 'waiting' : 'scan')}</h2>
      </div>
      <p className="secondary">{say('hint')}</p>
      <p className="secondary">
        {say('until')} <Moment at={order.expiresAt} />
      </p>
      <Button onClick={onOther}>{say('other')}</Button>
    </section>
  );
}
