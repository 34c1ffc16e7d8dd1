import { searchLength } from '@proofkeep/contract';
import { Input } from 'antd';

interface Props {
  label: string;
  text: string;
  maxLength?: number;
  className?: string;
  onSearch: (text: string) => void;
}

/** Searches a list; shows the text of the address. */
export const SearchField = ({ label, text, onSearch, maxLength = searchLength, className }: Props) => (
  <Input.Search
    key={text}
    className={className}
    aria-label={label}
    placeholder={label}
    title={label}
    allowClear
    maxLength={maxLength}
    defaultValue={text}
    onSearch={(typed) => onSearch(typed.trim())}
  />
);
