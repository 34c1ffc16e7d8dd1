import type { calls, ReplyOf } from '@proofkeep/contract';
import { words } from '../../ui/words/words.ts';
import { Command } from '../command.tsx';
import { checkpointCommands, newestTile } from './commands.ts';

const useWords = words('outside-tools', {
  title: ['用外部工具读取和核对', 'Read and check it with outside tools'],
  intro: [
    '日志按公开规范发布（RFC 6962 的树，C2SP 的检查点与分片），支持这些规范的工具都能读取。',
    'The log is published to open specifications: the tree of RFC 6962, C2SP checkpoints and tiles. Any tool that knows them can read it.',
  ],
  checkpoint: ['当前检查点', 'The checkpoint now'],
  hashes: ['最新的哈希分片', 'Newest tile of hashes'],
  entries: ['最新的条目分片', 'Newest bundle of entries'],
  specification: ['规范', 'Specifications'],
  check: ['核对检查点的签名（curl、openssl 3）', 'Check the signature of the checkpoint (curl, openssl 3)'],
  checkHint: [
    '显示 Signature Verified Successfully 即为相符。密钥请与证据包或别处取得的比对。',
    'It prints “Signature Verified Successfully”. Compare the key with the one you have from elsewhere.',
  ],
  commands: ['核对检查点的命令', 'Commands that check the checkpoint'],
});

const specifications = [
  ['C2SP tlog-tiles', 'https://c2sp.org/tlog-tiles'],
  ['C2SP tlog-checkpoint', 'https://c2sp.org/tlog-checkpoint'],
  ['RFC 6962', 'https://www.rfc-editor.org/rfc/rfc6962'],
] as const;

export function OutsideTools({ chain: { size, tiles, vkey } }: { chain: ReplyOf<typeof calls.chain.chainInfo> }) {
  const say = useWords();
  return (
    <section className="panel outside" aria-labelledby="outside-title">
      <h2 id="outside-title">{say('title')}</h2>
      <p className="secondary">{say('intro')}</p>
      <ul className="outside-links">
        {size > 0 && (
          <>
            <Published name={say('checkpoint')} path="checkpoint" />
            <Published name={say('hashes')} path={newestTile(size, 0)} />
            <Published name={say('entries')} path={newestTile(size, 'entries')} />
          </>
        )}
        <li>
          {say('specification')}{' '}
          {specifications.map(([name, href]) => (
            <a key={href} href={href} rel="noreferrer">
              {name}
            </a>
          ))}
        </li>
      </ul>
      {size > 0 && (
        <>
          <h3>{say('check')}</h3>
          <Command text={checkpointCommands(tiles, vkey)} what={say('commands')} />
          <p className="secondary">{say('checkHint')}</p>
        </>
      )}
    </section>
  );
}

const Published = ({ name, path }: { name: string; path: string }) => (
  <li>
    {name} <a href={`/tlog/${path}`}>{`/tlog/${path}`}</a>
  </li>
);
