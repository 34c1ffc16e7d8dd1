import { calls, notaryTextLength } from '@proofkeep/contract';
import { AutoComplete, Checkbox, Form, Input } from 'antd';
import { ask } from '../../../api/ask.ts';
import { ActDialog } from '../../../ui/forms/act-dialog.tsx';
import { toast } from '../../../ui/notices/toast.ts';
import { words } from '../../../ui/words/words.ts';
import text from '../words.json' with { type: 'json' };
import type { ActProps } from './act.ts';

const useWords = words('console-matter-end', text);

const { consoleNotarization } = calls;

const ends = {
  decline: { call: consoleNotarization.declineMatter, usual: ['notParty', 'notOffice', 'dispute'] },
  reject: { call: consoleNotarization.rejectMatter, usual: ['untrue', 'insufficient', 'unlawful', 'parties'] },
  terminate: { call: consoleNotarization.terminateMatter, usual: ['sixMonths', 'died', 'hinders'] },
} as const;

interface Values {
  reason: string;
  isFeeReturned?: boolean;
}

/** Makes an action that ends a matter without a deed. Offers the grounds stated by law; others may be typed. */
const endAct = (end: keyof typeof ends) =>
  function End({ matter: { id, version }, onChanged }: ActProps) {
    const t = useWords();
    const { call, usual } = ends[end];
    return (
      <ActDialog
        isDanger
        title={t(`${end}Title`)}
        label={t(end)}
        act={t(end)}
        about={<p>{t(`${end}Hint`)}</p>}
        initialValues={{ isFeeReturned: true }}
        send={({ reason, isFeeReturned = true }: Values) =>
          call === consoleNotarization.declineMatter
            ? ask(call, { id, version, reason })
            : ask(call, { id, version, reason, isFeeReturned })
        }
        onSent={async () => {
          toast.success(t(`${end}Done`));
          await onChanged();
        }}
      >
        <Form.Item
          name="reason"
          label={t('reason')}
          rules={[{ required: true, whitespace: true, ...notaryTextLength.reason, message: t('missing') }]}
        >
          <AutoComplete options={usual.map((name) => ({ value: t(name) }))}>
            <Input.TextArea autoSize={{ minRows: 2, maxRows: 5 }} maxLength={notaryTextLength.reason.max} />
          </AutoComplete>
        </Form.Item>
        {end !== 'decline' && (
          <Form.Item name="isFeeReturned" valuePropName="checked">
            <Checkbox>{t('returnsFee')}</Checkbox>
          </Form.Item>
        )}
      </ActDialog>
    );
  };

/** 不予受理 */
export const Decline = endAct('decline');
/** 不予办理 */
export const Reject = endAct('reject');
/** 终止公证 */
export const Terminate = endAct('terminate');
