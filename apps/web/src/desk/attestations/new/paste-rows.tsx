import { Button, Form, Input } from 'antd';
import { words } from '../../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('preserve-sheet', text);

/** Reads rows that are typed or copied from a spreadsheet as a spreadsheet. */
export function PasteRows({ onFile }: { onFile: (file: File) => void }) {
  const t = useWords();
  return (
    <Form<{ rows: string }>
      layout="vertical"
      requiredMark={false}
      className="attestations-new-form"
      onFinish={({ rows }) => onFile(new File([rows], `${t('pasted')}.csv`))}
    >
      <Form.Item
        name="rows"
        label={t('paste')}
        extra={t('hint')}
        rules={[{ required: true, whitespace: true, message: t('pasteEmpty') }]}
      >
        <Input.TextArea
          autoSize={{ minRows: 4, maxRows: 12 }}
          className="mono"
          spellCheck={false}
          placeholder="https://example.com/page"
        />
      </Form.Item>
      <Button htmlType="submit">{t('check')}</Button>
    </Form>
  );
}
