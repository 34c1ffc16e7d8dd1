import './foot.css';
import { Link } from 'react-router';
import { paths } from '../address/paths.ts';
import { words } from '../words/words.ts';

const useWords = words('foot', {
  label: ['公开页面', 'Public pages'],
  query: ['公开核验', 'Verify publicly'],
  chain: ['存证日志', 'Log'],
  prices: ['价格', 'Prices'],
  calls: ['接口文档', 'API reference'],
});

/** What needs no account, within reach from everywhere. */
export function Foot() {
  const say = useWords();
  return (
    <nav className="foot" aria-label={say('label')}>
      <Link to={paths.query}>{say('query')}</Link>
      <Link to={paths.chain}>{say('chain')}</Link>
      <Link to={paths.prices}>{say('prices')}</Link>
      <Link to={paths.docs}>{say('calls')}</Link>
    </nav>
  );
}
