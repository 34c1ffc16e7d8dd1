import type { calls, ReplyOf } from '@proofkeep/contract';
import { Moment } from '../../ui/kit/moment.tsx';
import { shortId } from '../../ui/words/formatters.ts';
import { words } from '../../ui/words/words.ts';
import { Command } from '../command.tsx';

const useWords = words('checkpoints', {
  title: ['最新检查点', 'Newest checkpoints'],
  intro: [
    '检查点是日志对当时条目数和根哈希的签名。留下一份，日后日志若被改写即可发现。',
    'A checkpoint is the log’s signature over its size and root at that time. Keep one: a log that was rewritten no longer fits it.',
  ],
  size_one: ['{count} 条', '{count} entry'],
  size_other: ['{count} 条', '{count} entries'],
  note_one: ['检查点（{count} 条）的签名原文', 'Signed note of the checkpoint of {count} entry'],
  note_other: ['检查点（{count} 条）的签名原文', 'Signed note of the checkpoint of {count} entries'],
  how: [
    '第一行是日志名称，第二行是条目数，第三行是根哈希（Base64），最后是签名。如何核对见下文。',
    'Name of the log, size, root hash (base64), then the signature. How to check it stands below.',
  ],
});

/** The newest first; each opens to the note as the log signed it. */
export function Checkpoints({ checkpoints }: Pick<ReplyOf<typeof calls.chain.chainInfo>, 'checkpoints'>) {
  const say = useWords();
  return (
    <section className="panel checkpoints" aria-labelledby="checkpoints-title">
      <h2 id="checkpoints-title">{say('title')}</h2>
      <p className="secondary">{say('intro')}</p>
      {checkpoints.map(({ size, root, at, note }) => (
        <details key={size}>
          <summary>
            <strong className="numbers">{say('size', { count: size })}</strong>
            <Moment at={at} />
            <code className="secondary">{shortId(root, 8)}</code>
          </summary>
          <Command text={note} what={say('note', { count: size })} />
          <p className="secondary">{say('how')}</p>
        </details>
      ))}
    </section>
  );
}
