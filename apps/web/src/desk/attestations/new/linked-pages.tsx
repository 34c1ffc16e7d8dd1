import { mostLinkedPages } from '@proofkeep/contract';
import { Form, Select } from 'antd';
import { words } from '../../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('linked-pages', text);

const choices = [0, 5, 10, mostLinkedPages];

/** Whether pages linked from each page are preserved too, and how many. */
export function LinkedPages() {
  const t = useWords();
  const isSignedIn = Boolean(Form.useWatch('cookieProfileId'));
  return (
    <Form.Item name="linkedPages" label={t('label')} extra={t(isSignedIn ? 'notSignedIn' : 'hint')}>
      <Select
        disabled={isSignedIn}
        options={choices.map((value) => ({ value, label: value === 0 ? t('none') : t('most', { count: value }) }))}
      />
    </Form.Item>
  );
}
