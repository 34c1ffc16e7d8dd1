import {
  FileExcelOutlined,
  FileTextOutlined,
  GlobalOutlined,
  NumberOutlined,
  ShoppingOutlined,
  VideoCameraOutlined,
} from '@ant-design/icons';
import { Link } from 'react-router';
import { words } from '../../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('preserve-kinds', text);

const icons = {
  page: GlobalOutlined,
  ecommerce: ShoppingOutlined,
  sheet: FileExcelOutlined,
  live: VideoCameraOutlined,
  files: FileTextOutlined,
  digests: NumberOutlined,
};
/** The forms: one for each kind of content, and one for a spreadsheet of pages. */
export type FormKind = keyof typeof icons;
export const kinds = Object.keys(icons) as FormKind[];

/** Choice of what to preserve; the URL names it. */
export function Kinds({ kind }: { kind: FormKind }) {
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
