import { mostLinkedPages } from '@proofkeep/contract';
import { Form, Select } from 'antd';
import { words } from '../../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('linked-pages', text);

const choices = [0, 5, 10, mostLinkedPages];

/** Whether pages that each page links to are preserved too, and how many. */
export function LinkedPages() {
  const t = useWords();
  return (
    <Form.Item name="linkedPages" label={t('label')} extra={t('hint')}>
      <Select
        options={choices.map((value) => ({ value, label: value === 0 ? t('none') : t('most', { count: value }) }))}
      />
    </Form.Item>
  );
}
