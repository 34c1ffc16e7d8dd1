import type { Device } from '@proofkeep/contract';
import { Moment } from '../../ui/kit/moment.tsx';
import { words } from '../../ui/words/words.ts';

const useWords = words('request-facts', {
  browser: ['浏览器', 'Browser'],
  system: ['系统', 'System'],
  address: ['网络地址', 'Network address'],
  askedAt: ['请求时间', 'Asked at'],
  unsaid: ['未说明', 'not said'],
});

/** Where a request to sign in comes from, as far as the service knows. */
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
