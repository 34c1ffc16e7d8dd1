import type { Device } from '@proofkeep/contract';
import { Fact } from '../../ui/kit/fact.tsx';
import { Moment } from '../../ui/kit/moment.tsx';
import { words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('request-facts', text);

export function RequestFacts({ device, address, askedAt }: { device: Device; address: string; askedAt: string }) {
  const t = useWords();
  return (
    <dl className="phone-facts panel">
      <Fact name={t('browser')}>{device.browser ?? t('unsaid')}</Fact>
      <Fact name={t('system')}>{device.system ?? t('unsaid')}</Fact>
      <Fact name={t('address')}>
        <span className="mono">{address}</span>
      </Fact>
      <Fact name={t('askedAt')}>
        <Moment at={askedAt} />
      </Fact>
    </dl>
  );
}
