import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { CorrectionItem, calls, notaryTextLength } from '@proofkeep/contract';
import { Button, Form, Input, Select } from 'antd';
import { ask } from '../../../api/ask.ts';
import { ActDialog } from '../../../ui/forms/act-dialog.tsx';
import { toast } from '../../../ui/notices/toast.ts';
import { words } from '../../../ui/words/words.ts';
import text from '../words.json' with { type: 'json' };
import type { ActProps } from './act.ts';

const useWords = words('console-matter-correction', text);

/** Asks the applicant to correct selected parts of the application, each with its reason. */
export function RequestCorrection({ matter: { id, version }, onChanged }: ActProps) {
  const t = useWords();
  const fields = CorrectionItem.shape.field.options;
  return (
    <ActDialog
      title={t('title')}
      act={t('act')}
      width={640}
      about={<p>{t('about')}</p>}
      initialValues={{ items: [{ field: 'materials' as const, reason: '' }] }}
      send={({ items }: { items: CorrectionItem[] }) =>
        ask(calls.consoleNotarization.requestCorrection, { id, version, items })
      }
      onSent={async () => {
        toast.success(t('done'));
        await onChanged();
      }}
    >
      <Form.List name="items">
        {(rows, { add, remove }) => (
          <>
            {rows.map(({ key, name }) => (
              <div key={key} className="console-notarization-item">
                <Form.Item name={[name, 'field']} label={t('part')}>
                  <Select options={fields.map((value) => ({ value, label: t(value) }))} />
                </Form.Item>
                <Form.Item
                  name={[name, 'reason']}
                  label={t('reason')}
                  rules={[{ required: true, whitespace: true, ...notaryTextLength.correction, message: t('missing') }]}
                >
                  <Input.TextArea autoSize={{ minRows: 1, maxRows: 4 }} maxLength={notaryTextLength.correction.max} />
                </Form.Item>
                <Button
                  type="text"
                  disabled={rows.length === 1}
                  aria-label={t('remove', { number: name + 1 })}
                  icon={<DeleteOutlined aria-hidden />}
                  onClick={() => remove(name)}
                />
              </div>
            ))}
            <Button
              icon={<PlusOutlined aria-hidden />}
              disabled={rows.length >= 20}
              onClick={() => add({ field: 'form', reason: '' })}
            >
              {t('add')}
            </Button>
          </>
        )}
      </Form.List>
    </ActDialog>
  );
}
