import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';
import { FieldInput } from './field-input.tsx';
import { at, emptyOf, type Json, type Path, type Shape, withPart } from './shapes.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('console-dictionary-fields', text);

interface Props {
  shape: Shape;
  value: Json;
  /** Paths of invalid values. */
  wrong: ReadonlySet<string>;
  onChange: (value: Json) => void;
}

/** Editor of a dictionary; for a list, an editor per item and a button that appends one. */
export function Fields({ shape, value, wrong, onChange }: Props) {
  const { list, fields } = shape;
  const group = (path: Path) =>
    fields.map((field) => (
      <FieldInput
        key={field.name}
        field={field}
        path={[...path, field.name]}
        value={at(value, [...path, field.name])}
        wrong={wrong}
        onChange={(part) => onChange(withPart(value, [...path, field.name], part))}
      />
    ));
  if (!list) return <>{group([])}</>;
  return <List list={list} shape={shape} value={value} onChange={onChange} group={group} />;
}

interface ListProps {
  list: NonNullable<Shape['list']>;
  shape: Shape;
  value: Json;
  onChange: (value: Json) => void;
  group: (path: Path) => React.ReactNode;
}

function List({ list, shape, value, onChange, group }: ListProps) {
  const t = useWords();
  const language = useLanguage();
  const under: Path = list.under === null ? [] : [list.under];
  const items = (at(value, under) ?? []) as Json[];
  const put = (next: Json[]) => onChange(withPart(value, under, next));
  const one = wordIn(list.one, language);
  return (
    <>
      {items.length === 0 && <p className="secondary">{wordIn(list.none, language)}</p>}
      {items.map((_item, i) => (
        <fieldset key={i} className="panel console-dictionary-one">
          <legend>
            {one} {i + 1}
          </legend>
          {group([...under, i])}
          <Button
            className="console-dictionary-remove"
            icon={<DeleteOutlined aria-hidden />}
            aria-label={t('remove', { one, n: i + 1 })}
            title={t('remove', { one, n: i + 1 })}
            onClick={() => put(items.filter((_, at) => at !== i))}
          />
        </fieldset>
      ))}
      {items.length < list.max && (
        <Button icon={<PlusOutlined aria-hidden />} onClick={() => put([...items, emptyOf(shape)])}>
          {t('add', { one: one.toLowerCase() })}
        </Button>
      )}
    </>
  );
}
