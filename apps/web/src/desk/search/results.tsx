import { ArrowRightOutlined, SearchOutlined } from '@ant-design/icons';
import type { AttestationSummary } from '@proofkeep/contract';
import { StateChip } from '../../ui/attestation/state-chip.tsx';
import { Thumbnail } from '../../ui/attestation/thumbnail.tsx';
import { words } from '../../ui/words/words.ts';
import type { Group, Option } from './options.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('search-results', text);

/** DOM id of an option. */
export const idOf = (key: string): string => `search-${key}`;

interface Props {
  groups: readonly Group[];
  active: Option | undefined;
  onOpen: (option: Option) => void;
}

export function Results({ groups, active, onOpen }: Props) {
  const t = useWords();
  return (
    // The field keeps the focus and handles the keys (WAI-ARIA APG, combobox).
    <div id="search-results" className="search-results" role="listbox" aria-label={t('results')}>
      {groups.map(({ name, options }) => (
        <div key={name} role="group" aria-labelledby={`search-group-${name}`}>
          <p id={`search-group-${name}`} className="search-group secondary" role="presentation">
            {t(name)}
          </p>
          {options.map((option) => (
            <div
              key={option.key}
              id={idOf(option.key)}
              className="search-option"
              role="option"
              aria-selected={option === active}
              onClick={() => onOpen(option)}
            >
              {option.row ? <SearchResult row={option.row} text={option.text} /> : <Leads option={option} />}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

function SearchResult({ row, text }: { row: AttestationSummary; text: string }) {
  return (
    <>
      <Thumbnail src={row.thumbnail} kind={row.kind} />
      <span className="search-name">
        <span>{text}</span>
        <code className="secondary">
          {row.ano}
          {text === row.url ? '' : ` · ${row.url}`}
        </code>
      </span>
      <StateChip {...row} />
    </>
  );
}

function Leads({ option: { key, text, detail } }: { option: Option }) {
  return (
    <>
      {key === 'more' ? <SearchOutlined aria-hidden /> : <ArrowRightOutlined aria-hidden />}
      <span className="search-name">
        <span>{text}</span>
        {detail && <code className="secondary">{detail}</code>}
      </span>
    </>
  );
}
