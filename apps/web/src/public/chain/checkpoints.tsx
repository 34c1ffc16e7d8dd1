import type { calls, ReplyOf } from '@proofkeep/contract';
import { Moment } from '../../ui/kit/moment.tsx';
import { shortId } from '../../ui/words/formatters.ts';
import { words } from '../../ui/words/words.ts';
import { Command } from '../command.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('checkpoints', text);

/** Newest first; each expands to the note that the log signed. */
export function Checkpoints({ checkpoints }: Pick<ReplyOf<typeof calls.chain.chainInfo>, 'checkpoints'>) {
  const t = useWords();
  return (
    <section className="panel chain-checkpoints" aria-labelledby="checkpoints-title">
      <h2 id="checkpoints-title">{t('title')}</h2>
      <p className="secondary">{t('intro')}</p>
      {checkpoints.map(({ size, root, at, note }) => (
        <details key={size}>
          <summary>
            <strong className="numbers">{t('size', { count: size })}</strong>
            <Moment at={at} />
            <code className="secondary">{shortId(root, 8)}</code>
          </summary>
          <Command text={note} what={t('note', { count: size })} />
          <p className="secondary">{t('how')}</p>
        </details>
      ))}
    </section>
  );
}
