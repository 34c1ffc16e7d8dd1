import { Link } from 'react-router';
import { paths } from '../../ui/address/paths.ts';
import { LinkButton } from '../../ui/kit/link-button.tsx';
import { words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('home-first', text);

/** First steps for a new user, in order. */
export function FirstSteps({ mayPreserve }: { mayPreserve: boolean }) {
  const say = useWords();
  return (
    <section className="home-first panel" aria-labelledby="home-first">
      <h2 id="home-first">{say('title')}</h2>
      <p className="secondary">{say('hint')}</p>
      <ol>
        <li>
          <h3>{say('one')}</h3>
          <p className="secondary">{say('oneHint')}</p>
          {mayPreserve && (
            <LinkButton to={paths.preserve} type="primary" size="large">
              {say('preserve')}
            </LinkButton>
          )}
        </li>
        <li>
          <h3>{say('two')}</h3>
          <p className="secondary">{say('twoHint')}</p>
        </li>
        <li>
          <h3>{say('three')}</h3>
          <p className="secondary">{say('threeHint')}</p>
          <Link to={paths.query}>{say('verify')}</Link>
        </li>
      </ol>
    </section>
  );
}
