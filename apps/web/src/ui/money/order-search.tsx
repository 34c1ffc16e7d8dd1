import './order-search.css';
import { SearchOutlined } from '@ant-design/icons';
import { isMistypedOrderNo, isOrderNo, orderNoWord, orderSearchLength } from '@proofkeep/contract';
import { Input } from 'antd';
import { useId, useState } from 'react';
import { useLanguage, wordIn } from '../words/words.ts';

interface Props {
  label: string;
  text: string;
  onSearch: (text: string) => void;
  /** Only order numbers are valid input. */
  isOfOrdersAlone?: boolean;
}

/** Search that accepts order numbers; a mistyped number shows an error instead of searching. */
export function OrderSearch({ label, text, onSearch, isOfOrdersAlone = false }: Props) {
  const language = useLanguage();
  const id = useId();
  const isWrong = (one: string) => (isOfOrdersAlone ? one !== '' && !isOrderNo(one) : isMistypedOrderNo(one));
  const [wrong, setWrong] = useState(() => isWrong(text));
  return (
    <div className="order-search">
      <Input.Search
        key={text}
        prefix={<SearchOutlined aria-hidden />}
        aria-label={label}
        aria-invalid={wrong}
        aria-describedby={wrong ? id : undefined}
        placeholder={label}
        title={label}
        allowClear
        maxLength={orderSearchLength}
        status={wrong ? 'error' : ''}
        defaultValue={text}
        onChange={() => setWrong(false)}
        onSearch={(typed) => {
          const wanted = typed.trim();
          setWrong(isWrong(wanted));
          if (!isWrong(wanted)) onSearch(wanted);
        }}
      />
      {wrong && (
        <p id={id} role="alert" className="order-search-wrong">
          {wordIn(orderNoWord, language)}
        </p>
      )}
    </div>
  );
}
