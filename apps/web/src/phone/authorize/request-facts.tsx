import type { Device } from '@proofkeep/contract';
import { Moment } from '../../ui/kit/moment.tsx';
import { words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('request-facts', text);

export function RequestFacts({ device, address, askedAt }: { device: Device; address: string; askedAt: string }) {
  const t = useWords();
  return (
    <dl className="phone-facts panel">
      <div>
        <dt>{t('browser')}</dt>
        <dd>{device.browser ?? t('unsaid')}</dd>
      </div>
      <div>
        <dt>{t('system')}</dt>
        <dd>{device.system ?? t('unsaid')}</dd>
      </div>
      <div>
        <dt>{t('address')}</dt>
        <dd className="mono">{address}</dd>
      </div>
      <div>
        <dt>{t('askedAt')}</dt>
        <dd>
          <Moment at={askedAt} />
        </dd>
      </div>
    </dl>
  );
}
