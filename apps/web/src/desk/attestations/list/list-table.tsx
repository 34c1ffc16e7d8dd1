import { ArrowDownOutlined, ArrowUpOutlined } from '@ant-design/icons';
import { type AttestationSummary, pageSize, type sortings } from '@proofkeep/contract';
import { Link } from 'react-router';
import { paths } from '../../../ui/address/paths.ts';
import { StateChip } from '../../../ui/attestation/state-chip.tsx';
import { Thumbnail } from '../../../ui/attestation/thumbnail.tsx';
import { Ago } from '../../../ui/kit/ago.tsx';
import { Cost } from '../../../ui/money/cost.tsx';
import { Skeleton } from '../../../ui/notices/skeleton.tsx';
import { fileSize } from '../../../ui/words/formatters.ts';
import { words } from '../../../ui/words/words.ts';
import type { Selection } from '../bulk/selection.ts';
import { SecondChip } from '../second-chip.tsx';
import type { Wanted } from './list-address.ts';
import { Pick } from './pick.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('list-table', text);

type Sorting = (typeof sortings)[number];

interface Props {
  /** Undefined while loading. */
  rows: readonly AttestationSummary[] | undefined;
  wanted: Wanted;
  want: (change: Partial<Wanted>) => void;
  selection: Selection;
}

/** Table whose rows become cards in a narrow window. */
export function ListTable({ rows, wanted, want, selection }: Props) {
  const t = useWords();
  const head = { wanted, want };
  return (
    <table className="table attestations-list-table panel" aria-busy={rows === undefined}>
      <caption className="visually-hidden">{t('caption')}</caption>
      <thead>
        <tr>
          <th scope="col" className="attestations-list-pick">
            <Pick
              word={t('pickAll')}
              isOn={selection.rows.length > 0 && selection.rows.length === rows?.length}
              isPartly={selection.rows.length > 0 && selection.rows.length !== rows?.length}
              onToggle={selection.toggleAll}
            />
          </th>
          <SortHead sort="name" {...head}>
            {t('name')}
          </SortHead>
          <th scope="col">{t('state')}</th>
          <th scope="col">{t('labels')}</th>
          <th scope="col" className="right">
            {t('size')}
          </th>
          <th scope="col" className="right">
            {t('cost')}
          </th>
          <SortHead sort="createdAt" {...head}>
            {t('createdAt')}
          </SortHead>
        </tr>
      </thead>
      <tbody>{rows ? rows.map((row) => <Row key={row.ano} row={row} selection={selection} />) : <WaitingRow />}</tbody>
    </table>
  );
}

function SortHead({
  sort,
  wanted,
  want,
  children,
}: { sort: Sorting; children: string } & Omit<Props, 'rows' | 'selection'>) {
  const isSorted = wanted.sort === sort;
  const isUp = wanted.order === 'ascend';
  return (
    <th scope="col" aria-sort={isSorted ? (isUp ? 'ascending' : 'descending') : 'none'}>
      <button
        type="button"
        className="attestations-list-sort"
        onClick={() => want({ sort, order: isSorted && !isUp ? 'ascend' : 'descend' })}
      >
        {children}
        {isSorted && (isUp ? <ArrowUpOutlined aria-hidden /> : <ArrowDownOutlined aria-hidden />)}
      </button>
    </th>
  );
}

function Row({ row, selection }: { row: AttestationSummary; selection: Selection }) {
  const t = useWords();
  const name = row.name || row.url;
  const isSelected = selection.has(row.ano);
  return (
    <tr data-selected={isSelected}>
      <td className="attestations-list-pick">
        <Pick word={t('pick', { name })} isOn={isSelected} onToggle={() => selection.toggle(row.ano)} />
      </td>
      <td className="attestations-list-main">
        <Link to={paths.evidence(row)} className="attestations-name">
          <Thumbnail src={row.thumbnail} kind={row.kind} />
          <span>
            <strong>{name}</strong>
            <code className="secondary">{row.ano}</code>
          </span>
        </Link>
      </td>
      <td>
        <StateChip {...row} />
        <SecondChip row={row} />
      </td>
      <td className="attestations-list-labels">
        <span className="chips">
          {row.labels.map((label) => (
            <span key={label} className="chip">
              {label}
            </span>
          ))}
        </span>
      </td>
      <td className="right numbers attestations-list-size" data-unknown={row.sizeBytes === null}>
        {fileSize(row.sizeBytes)}
      </td>
      <td className="right numbers attestations-list-cost" data-unknown={row.cost === null}>
        <Cost {...row} />
      </td>
      <td className="attestations-list-time">
        <Ago at={row.createdAt} />
        {row.batch && row.batch.size > 1 && (
          <Link to={paths.batch(row.batch.id)} className="secondary attestations-list-batch">
            {t('batch', { count: row.batch.size })}
          </Link>
        )}
      </td>
    </tr>
  );
}

function WaitingRow() {
  return (
    <tr>
      <td colSpan={7}>
        <Skeleton rows={pageSize} />
      </td>
    </tr>
  );
}
