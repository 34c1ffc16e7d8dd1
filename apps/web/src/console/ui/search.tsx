import './search.css';
import { SearchOutlined } from '@ant-design/icons';
import { orderSearchLength } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { Button, Modal, type RefSelectProps, Select } from 'antd';
import { type Ref, useCallback, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { searchShortcut, useSearchShortcut } from '../../ui/kit/search-shortcut.ts';
import { words } from '../../ui/words/words.ts';
import { whoIsStaff } from '../guard.ts';
import { useAreas } from '../navigation.tsx';
import { optionsFor } from './search-options.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('console-search', text);

/** Button in the top bar; the button or Ctrl K (⌘ K) opens the dialog. */
export function Search() {
  const t = useWords();
  const [isOpen, setOpen] = useState(false);
  const open = useCallback(() => setOpen(true), []);
  const field = useRef<RefSelectProps>(null);
  useSearchShortcut(open);
  return (
    <>
      <Button
        type="text"
        icon={<SearchOutlined aria-hidden />}
        aria-label={`${t('open')} ${searchShortcut}`}
        aria-keyshortcuts="Control+K Meta+K"
        aria-haspopup="dialog"
        onClick={open}
      >
        <span className="console-search-word">
          {t('open')} <kbd>{searchShortcut}</kbd>
        </span>
      </Button>
      <Modal
        open={isOpen}
        title={t('title')}
        footer={null}
        onCancel={() => setOpen(false)}
        // The dialog focuses its close button first.
        afterOpenChange={(isShown) => isShown && field.current?.focus()}
        destroyOnHidden
      >
        <Field ref={field} onDone={() => setOpen(false)} />
      </Modal>
    </>
  );
}

/** Finds pages, and what the typed text can be: the number of an order or invoice, or a search text. */
function Field({ ref, onDone }: { ref: Ref<RefSelectProps>; onDone: () => void }) {
  const t = useWords();
  const navigate = useNavigate();
  const areas = useAreas();
  const { data: me } = useQuery(whoIsStaff);
  const [typed, setTyped] = useState('');
  const options = optionsFor({ typed, areas, mayFind: me?.role === 'operator', say: t });
  return (
    <Select<string>
      ref={ref}
      open
      showSearch={{ filterOption: false, onSearch: (text) => setTyped(text.slice(0, orderSearchLength)) }}
      className="console-search-field"
      aria-label={t('field')}
      placeholder={t('field')}
      notFoundContent={t('none')}
      options={options}
      value={null as never}
      listHeight={320}
      getPopupContainer={(field) => field.parentElement ?? document.body}
      onSelect={(to) => {
        onDone();
        void navigate(to);
      }}
    />
  );
}
