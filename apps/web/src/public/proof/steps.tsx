import type { ProofStep } from '@proofkeep/contract';
import { Link } from 'react-router';
import { paths } from '../../ui/address/paths.ts';
import { Moment } from '../../ui/kit/moment.tsx';
import { words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('proof-steps', text);

/** Common name in the subject of an X.509 certificate; other names unchanged. */
const nameIn = (by: string): string => /(?:^|, )CN=([^,]+)/.exec(by)?.[1] ?? by;

/** Each step of the proof with who vouches for it; the same order as in `netcourt.json`. */
export function Steps({ steps }: { steps: readonly ProofStep[] }) {
  const t = useWords();
  return (
    <section className="panel proof-steps" aria-labelledby="proof-steps-title">
      <h2 id="proof-steps-title">{t('heading')}</h2>
      <ol>
        {steps.map(({ step, by, at, part }) => (
          <li key={part}>
            <div>
              <h3>{t(step)}</h3>
              {at && (
                <p>
                  <Moment at={at} />
                </p>
              )}
              <p className="proof-by" title={by}>
                {by === '' ? t('anyone') : nameIn(by)}
              </p>
              <p className="secondary">{t(`${step}Why`)}</p>
              <p className="secondary">
                <code>{part}</code>
              </p>
            </div>
          </li>
        ))}
      </ol>
      <p className="secondary">{t('check')}</p>
      <p className="actions proof-screen">
        <Link to={paths.query}>{t('toVerify')}</Link>
        <a href="/trust/anchors.json" download>
          {t('trust')}
        </a>
      </p>
    </section>
  );
}
