import './foot.css';
import { Link } from 'react-router';
import { paths } from '../address/paths.ts';
import { words } from '../words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('foot', text);

/** Links to the public pages, below the desk and the sign-in page. */
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
