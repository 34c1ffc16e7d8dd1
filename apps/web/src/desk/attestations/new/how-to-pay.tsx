import { isCapturedKind } from '@proofkeep/contract';
import { Radio } from 'antd';
import { Link } from 'react-router';
import { paths } from '../../../ui/address/paths.ts';
import { words } from '../../../ui/words/words.ts';
import type { CostKind } from './cost-box.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('preserve-pay', text);

interface Props {
  kind: CostKind;
  whyNot: 'short' | 'over' | null;
  byOrder: boolean;
  onChange: (byOrder: boolean) => void;
}

/** Choice between the balance, if possible, and an order that is paid by any available method. */
export function HowToPay({ kind, whyNot, byOrder, onChange }: Props) {
  const t = useWords();
  return (
    <fieldset>
      <legend>{t('label')}</legend>
      <Radio.Group
        value={byOrder}
        onChange={({ target }) => onChange(target.value as boolean)}
        className="attestations-new-pay"
      >
        <Radio value={false} disabled={whyNot !== null}>
          {t('balance')}
          {whyNot && <span className="secondary"> · {t(whyNot)}</span>}
        </Radio>
        <Radio value={true}>
          {t('order')}
          <span className="secondary"> · {t(isCapturedKind(kind) ? 'orderHint' : 'filesOrderHint')}</span>
        </Radio>
      </Radio.Group>
      {whyNot === 'short' && <Link to={paths.costCenter}>{t('recharge')}</Link>}
    </fieldset>
  );
}
