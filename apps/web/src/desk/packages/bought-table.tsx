import { type BoughtPackage, packageKindWords } from '@proofkeep/contract';
import { Link } from 'react-router';
import { paths } from '../../ui/address/paths.ts';
import { MomentCell } from '../../ui/kit/moment-cell.tsx';
import { Table } from '../../ui/kit/table.tsx';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';
import { PackageChip } from './package-chip.tsx';
import { Quotas } from './quotas.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('packages-bought', text);

/** Table whose rows become cards in a narrow window. */
export function BoughtTable({ rows }: { rows: readonly BoughtPackage[] }) {
  const t = useWords();
  const language = useLanguage();
  return (
    <Table
      className="table packages-table"
      caption={t('caption')}
      columns={[t('name'), t('kind'), t('used'), t('date'), t('until'), t('operator')]}
    >
      {rows.map((row) => (
        <tr key={row.packageId}>
          <td className="packages-name">
            <Link to={paths.package(row.packageId)}>{row.name[language]}</Link> <PackageChip state={row.state} />
          </td>
          <td className="packages-short">{wordIn(packageKindWords[row.kind], language)}</td>
          <td className="packages-used">
            <Quotas quotas={row.quotas} />
          </td>
          <MomentCell label={t('date')} at={row.boughtAt} />
          <MomentCell label={t('until')} at={row.expiresAt} />
          <td className="packages-short" data-label={t('operator')}>
            {row.operator.name}
          </td>
        </tr>
      ))}
    </Table>
  );
}
