import { dictionaryLinkLength } from '@proofkeep/contract';
import { Checkbox, Input } from 'antd';
import { type ReactNode, useId } from 'react';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';
import { PictureField } from './picture-field.tsx';
import type { Field, Json, Path } from './shapes.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('console-dictionary-field', text);

interface Props {
  field: Field;
  path: Path;
  value: Json | undefined;
  wrong: ReadonlySet<string>;
  onChange: (value: Json) => void;
}

export function FieldInput({ field, path, value, wrong, onChange }: Props) {
  const t = useWords();
  const language = useLanguage();
  const label = wordIn(field.label, language);
  const takes = field.takes && wordIn(field.takes, language);
  const key = path.join('.');
  const isWrong = wrong.has(key);
  if (field.kind === 'flag')
    return (
      <Checkbox checked={value === true} onChange={({ target }) => onChange(target.checked)}>
        {label}
      </Checkbox>
    );
  if (field.kind === 'picture')
    return (
      <PictureField label={label} takes={takes} value={String(value ?? '')} isWrong={isWrong} onChange={onChange} />
    );
  if (field.kind === 'text')
    return <Text label={label} takes={takes} value={String(value ?? '')} isWrong={isWrong} onText={onChange} />;
  const both = (value ?? { zh: '', en: '' }) as { zh: string; en: string };
  return (
    <div className="console-dictionary-both">
      {(['zh', 'en'] as const).map((of) => (
        <Text
          key={of}
          label={t(of, { label })}
          takes={takes}
          value={both[of]}
          isWrong={isWrong || wrong.has(`${key}.${of}`)}
          onText={(text) => onChange({ ...both, [of]: text })}
          lang={of === 'zh' ? 'zh-CN' : 'en'}
        />
      ))}
    </div>
  );
}

interface TextProps {
  label: string;
  takes: ReactNode;
  value: string;
  isWrong: boolean;
  onText: (text: string) => void;
  lang?: string;
}

/** Shows the accepted format below the input, marked as an error if the value is invalid. */
function Text({ label, takes, value, isWrong, onText, lang }: TextProps) {
  const id = useId();
  return (
    <div className="console-dictionary-field">
      <label htmlFor={id}>{label}</label>
      <Input
        id={id}
        value={value}
        maxLength={dictionaryLinkLength}
        lang={lang}
        status={isWrong ? 'error' : ''}
        aria-invalid={isWrong}
        aria-describedby={`${id}-takes`}
        onChange={({ target }) => onText(target.value)}
      />
      <p id={`${id}-takes`} data-wrong={isWrong}>
        {takes}
      </p>
    </div>
  );
}
