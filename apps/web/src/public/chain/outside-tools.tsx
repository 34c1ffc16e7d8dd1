import type { calls, ReplyOf } from '@proofkeep/contract';
import { words } from '../../ui/words/words.ts';
import { Command } from '../command.tsx';
import { checkpointCommands, newestTile } from './commands.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('outside-tools', text);

const specifications = [
  ['C2SP tlog-tiles', 'https://c2sp.org/tlog-tiles'],
  ['C2SP tlog-checkpoint', 'https://c2sp.org/tlog-checkpoint'],
  ['RFC 6962', 'https://www.rfc-editor.org/rfc/rfc6962'],
] as const;

export function OutsideTools({ chain: { size, tiles, vkey } }: { chain: ReplyOf<typeof calls.chain.chainInfo> }) {
  const t = useWords();
  return (
    <section className="panel chain-outside" aria-labelledby="outside-title">
      <h2 id="outside-title">{t('title')}</h2>
      <p className="secondary">{t('intro')}</p>
      <ul className="chain-outside-links">
        {size > 0 && (
          <>
            <Published name={t('checkpoint')} path="checkpoint" />
            <Published name={t('hashes')} path={newestTile(size, 0)} />
            <Published name={t('entries')} path={newestTile(size, 'entries')} />
          </>
        )}
        <li>
          {t('specification')}{' '}
          {specifications.map(([name, href]) => (
            <a key={href} href={href} rel="noreferrer">
              {name}
            </a>
          ))}
        </li>
      </ul>
      {size > 0 && (
        <>
          <h3>{t('check')}</h3>
          <Command text={checkpointCommands(tiles, vkey)} what={t('commands')} />
          <p className="secondary">{t('checkHint')}</p>
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
