import { FileTextOutlined, GlobalOutlined, NumberOutlined, ShoppingOutlined } from '@ant-design/icons';
import type { AttestationKind } from '@proofkeep/contract';
import { Link } from 'react-router';
import { words } from '../../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('preserve-kinds', text);

const icons = { page: GlobalOutlined, ecommerce: ShoppingOutlined, files: FileTextOutlined, digests: NumberOutlined };
export const kinds = Object.keys(icons) as AttestationKind[];

/** Choice of what to preserve; the URL names it. */
export function Kinds({ kind }: { kind: AttestationKind }) {
  const t = useWords();
  return (
    <nav className="attestations-new-kinds" aria-label={t('label')}>
      {kinds.map((one) => {
        const Icon = icons[one];
        return (
          <Link key={one} to={one === 'page' ? '?' : `?kind=${one}`} aria-current={one === kind ? 'page' : undefined}>
            <Icon aria-hidden /> {t(one)}
          </Link>
        );
      })}
    </nav>
  );
}
