import { type ListedSession, pageSize } from '@proofkeep/contract';
import { Link } from 'react-router';
import { paths } from '../../../ui/address/paths.ts';
import { Thumbnail } from '../../../ui/attestation/thumbnail.tsx';
import { AgoCell } from '../../../ui/kit/moment-cell.tsx';
import { Table } from '../../../ui/kit/table.tsx';
import { hidden, right } from '../../../ui/kit/table-head.tsx';
import { Cost } from '../../../ui/money/cost.tsx';
import { words } from '../../../ui/words/words.ts';
import { LiveChip } from '../live-chip.tsx';
import { clock } from '../session/clock.ts';
import { RemoveSession } from '../session/remove-session.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('live-sessions', text);

interface Props {
  /** Undefined while loading. */
  rows: readonly ListedSession[] | undefined;
  mayAct: boolean;
}

/** Table whose rows become cards in a narrow window. */
export function SessionTable({ rows, mayAct }: Props) {
  const t = useWords();
  return (
    <Table
      caption={t('title')}
      columns={[
        t('name'),
        t('state'),
        right(t('duration')),
        right(t('cost')),
        t('createdAt'),
        mayAct ? hidden(t('actions')) : null,
      ]}
      placeholders={pageSize}
    >
      {rows?.map((row) => (
        <Row key={row.ano} row={row} mayAct={mayAct} />
      ))}
    </Table>
  );
}

function Row({ row, mayAct }: { row: ListedSession; mayAct: boolean }) {
  const t = useWords();
  const { ano, sessionState, usedMs, device, url } = row;
  const name = row.name === 'about:blank' || row.name === '' ? t('blank') : row.name;
  const to = paths.liveSession(ano);
  return (
    <tr>
      <td>
        <Link to={to} className="attestations-name">
          <Thumbnail src={row.thumbnail} kind="live" />
          <span>
            <strong>{name}</strong>
            <span className="secondary">{url === 'about:blank' ? t(device) : `${t(device)} · ${hostOf(url)}`}</span>
            <code className="secondary">{ano}</code>
          </span>
        </Link>
      </td>
      <td>
        <LiveChip state={sessionState} />
      </td>
      <td className="right numbers" data-label={t('duration')}>
        {usedMs === null ? '-' : clock(usedMs)}
      </td>
      <td className="right numbers" data-label={t('cost')}>
        <Cost {...row} />
      </td>
      <AgoCell label={t('createdAt')} at={row.createdAt} className="attestations-sessions-time" />
      {mayAct && (
        <td className="right">
          {sessionState === 'queuing' || sessionState === 'in-progress' ? (
            <Link to={to} aria-label={t('enterOf', { name })}>
              {t('enter')}
            </Link>
          ) : (
            sessionState !== 'uploading' && <RemoveSession ano={ano} name={name} isQuiet />
          )}
        </td>
      )}
    </tr>
  );
}

const hostOf = (url: string): string => URL.parse(url)?.host ?? url;
