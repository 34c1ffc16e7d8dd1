import type { CorrectionItem } from '@proofkeep/contract';
import { Alert } from 'antd';
import { words } from '../../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('matter-corrections', text);

/** Corrections that the notary requested, each with a link to its part of the form. */
export function Corrections({ items }: { items: readonly CorrectionItem[] }) {
  const t = useWords();
  return (
    <Alert
      type="warning"
      showIcon
      title={t('title')}
      description={
        <ul className="notarization-corrections">
          {items.map(({ field, reason }) => (
            <li key={`${field} ${reason}`}>
              <a href={`#part-${partOf[field]}`}>{t(field)}</a> {reason}
            </li>
          ))}
        </ul>
      }
    />
  );
}

/** The part of the form that contains a field. */
const partOf: Record<CorrectionItem['field'], string> = {
  purpose: 'kind',
  form: 'kind',
  parties: 'parties',
  evidence: 'evidence',
  materials: 'materials',
  delivery: 'delivery',
};
