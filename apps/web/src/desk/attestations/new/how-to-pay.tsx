import { Radio } from 'antd';
import { Link } from 'react-router';
import { paths } from '../../../ui/address/paths.ts';
import { words } from '../../../ui/words/words.ts';

const useWords = words('preserve-pay', {
  label: ['支付方式', 'How to pay'],
  balance: ['从余额支付', 'From the balance'],
  short: ['余额不足', 'the balance is too low'],
  recharge: ['去费用中心充值或购买套餐', 'Recharge or buy a package in the cost center'],
  over: ['超出本月消费限额', 'over this month’s limit'],
  order: ['单独下单支付', 'Pay for these pages separately'],
  orderHint: ['下一步选择支付方式，支付后开始取证', 'you choose how next; the capture begins once it is paid'],
});

interface Props {
  whyNot: 'short' | 'over' | null;
  byOrder: boolean;
  onChange: (byOrder: boolean) => void;
}

/** From the balance, where that can be; else, or instead, by an order that is paid in any way there is. */
export function HowToPay({ whyNot, byOrder, onChange }: Props) {
  const say = useWords();
  return (
    <fieldset>
      <legend>{say('label')}</legend>
      <Radio.Group value={byOrder} onChange={({ target }) => onChange(target.value as boolean)} className="new-pay">
        <Radio value={false} disabled={whyNot !== null}>
          {say('balance')}
          {whyNot && <span className="secondary"> · {say(whyNot)}</span>}
        </Radio>
        <Radio value={true}>
          {say('order')}
          <span className="secondary"> · {say('orderHint')}</span>
        </Radio>
      </Radio.Group>
      {whyNot === 'short' && <Link to={paths.costCenter}>{say('recharge')}</Link>}
    </fieldset>
  );
}
