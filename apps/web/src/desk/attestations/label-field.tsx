import { calls } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { Select, type SelectProps } from 'antd';
import { queryOf } from '../../api/queries.ts';
import { words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('label-field', text);

/** Suggests labels in use and accepts new ones. At most 20 labels of 30 characters (contract). */
export function LabelField(
  props: Pick<SelectProps<string[]>, 'id' | 'value' | 'onChange' | 'aria-label' | 'disabled'>,
) {
  const t = useWords();
  const { data } = useQuery(queryOf(calls.attestations.labels, {}));
  return (
    <Select
      {...props}
      mode="tags"
      maxCount={20}
      placeholder={t('hint')}
      tokenSeparators={[',', '，']}
      options={data?.list.map(({ label }) => ({ value: label, label }))}
      onChange={(labels, option) =>
        props.onChange?.(labels.map((label) => label.trim().slice(0, 30)).filter(Boolean), option)
      }
    />
  );
}
