import type { Device } from '@proofkeep/contract';
import { Moment } from '../../ui/kit/moment.tsx';
import { words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('request-facts', text);

export function RequestFacts({ device, address, askedAt }: { device: Device; address: string; askedAt: string }) {
  const say = useWords();
  return (
    <dl className="phone-facts panel">
      <div>
        <dt>{say('browser')}</dt>
        <dd>{device.browser ?? say('unsaid')}</dd>
      </div>
      <div>
        <dt>{say('system')}</dt>
        <dd>{device.system ?? say('unsaid')}</dd>
      </div>
      <div>
        <dt>{say('address')}</dt>
        <dd className="mono">{address}</dd>
      </div>
      <div>
        <dt>{say('askedAt')}</dt>
        <dd>
          <Moment at={askedAt} />
        </dd>
      </div>
    </dl>
  );
}
