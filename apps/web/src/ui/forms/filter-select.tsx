import { Select, type SelectProps } from 'antd';

interface Props<Value extends string> extends Pick<SelectProps, 'showSearch'> {
  label: string;
  /** Name of the choice that filters nothing. */
  all: string;
  value: Value | '' | undefined;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value | '') => void;
}

/** Narrows a list down to one value, or to none (`''`). */
export const FilterSelect = <Value extends string>({ label, all, value, options, ...props }: Props<Value>) => (
  <Select<Value | ''>
    {...props}
    aria-label={label}
    value={value ?? ''}
    options={[{ value: '', label: all }, ...options]}
  />
);
