import { CloseOutlined, SearchOutlined } from '@ant-design/icons';
import { attestationSearchLength, calls } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { toApiError } from '../../api/api-error.ts';
import { queryOf } from '../../api/queries.ts';
import { useLanguage, words } from '../../ui/words/words.ts';
import { groupsOf, type Option } from './options.ts';
import { placesFor } from './places.ts';
import { idOf, Results } from './results.tsx';
import { useNumbers } from './use-numbers.ts';
import { useSearchResults } from './use-results.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('search-dialog', text);

/** A combobox whose list is always open (WAI-ARIA APG, list autocomplete), in a native dialog. */
export function SearchDialog({ onClose }: { onClose: () => void }) {
  const t = useWords();
  const language = useLanguage();
  const dialog = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState('');
  const [chosen, choose] = useState<string | null>(null);
  const { data: me } = useQuery(queryOf(calls.account.accountInfo, {}));
  const permissions = me?.permissions ?? [];
  const mayLook = permissions.includes('evidence');
  const { rows, isSearching, error } = useSearchResults(text, mayLook);
  const { orders, invoices } = useNumbers(text, permissions);
  const inList = mayLook ? t('inList', { text: text.trim() }) : null;
  const groups = groupsOf({ text, rows, orders, invoices, places: placesFor(text, permissions), language, inList });
  const options = groups.flatMap((group) => group.options);
  const active = options.find(({ key }) => key === chosen) ?? options[0];
  const open = useOpen(() => dialog.current?.close());

  // The browser moves the focus in, traps it and restores it.
  useEffect(() => dialog.current?.showModal(), []);
  useEffect(() => {
    if (chosen !== null) document.getElementById(idOf(chosen))?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);

  function pressed(event: KeyboardEvent) {
    // While an input method composes text, Enter picks its candidate.
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined && event.key !== 'Enter') return;
    event.preventDefault();
    if (!active) return;
    if (step === undefined) return open(active);
    const at = options.indexOf(active) + step;
    choose(options[(at + options.length) % options.length]?.key ?? null);
  }

  const summary = () => {
    if (error) return toApiError(error).message;
    if (isSearching) return t('searching');
    if (text.trim() !== '' && options.every(({ key }) => key === 'more')) return t('none');
    return t('found', { count: options.length });
  };

  return (
    <dialog ref={dialog} className="search" aria-label={t('title')} onClose={onClose}>
      <div className="search-field">
        <SearchOutlined aria-hidden />
        <input
          autoFocus
          role="combobox"
          aria-label={t('field')}
          placeholder={t('field')}
          aria-expanded={options.length > 0}
          aria-controls="search-results"
          aria-autocomplete="list"
          aria-activedescendant={active && idOf(active.key)}
          autoComplete="off"
          spellCheck={false}
          maxLength={attestationSearchLength}
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            choose(null);
          }}
          onKeyDown={pressed}
        />
        <button type="button" className="button quiet" aria-label={t('close')} onClick={() => dialog.current?.close()}>
          <CloseOutlined aria-hidden />
        </button>
      </div>
      <Results groups={groups} active={active} onOpen={open} />
      <p className="search-foot secondary">
        <span role="status">{summary()}</span>
        <span className="search-keys">{t('keys')}</span>
      </p>
    </dialog>
  );
}

function useOpen(close: () => void): (option: Option) => void {
  const navigate = useNavigate();
  return ({ to }) => {
    close();
    void navigate(to);
  };
}
