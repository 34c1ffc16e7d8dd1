import { calls, type PriceDraft, type ReplyOf } from '@proofkeep/contract';
import { Form, Input, Radio } from 'antd';
import { useNavigate } from 'react-router';
import { refresh } from '../../api/refresh.ts';
import { paths } from '../../ui/address/paths.ts';
import { ActDialog } from '../../ui/forms/act-dialog.tsx';
import { toast } from '../../ui/notices/toast.ts';
import { words } from '../../ui/words/words.ts';
import { callWithStepUp } from '../ui/step-up.ts';
import { Differences } from './differences.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('console-price-publish', text);

interface Props {
  draft: PriceDraft;
  /** The price list that the draft was compared with. */
  present: ReplyOf<typeof calls.money.consolePriceList>;
  isSaved: boolean;
}

interface Values {
  when: 'now' | 'later';
  /** Read as UTC+8, the time zone of prices: the browser's input has no zone. */
  from?: string;
}

export function Publish({ draft, present, isSaved }: Props) {
  const t = useWords();
  const navigate = useNavigate();
  const [form] = Form.useForm<Values>();
  const isLater = Form.useWatch('when', form) === 'later';
  const send = ({ when, from }: Values) =>
    callWithStepUp(calls.money.publishPrices, {
      revision: draft.revision,
      present: present.version,
      from: when === 'later' && from ? new Date(`${from}+08:00`).toISOString() : null,
    });
  return (
    <ActDialog
      label={t('publish')}
      button={{ type: 'primary', disabled: !isSaved, ...(!isSaved && { title: t('saveFirst') }) }}
      title={t('title')}
      act={t('publish')}
      width={640}
      about={
        <>
          <p>{t('what')}</p>
          <div className="console-prices-dialog">
            <Differences before={present.content} after={draft.content} />
          </div>
        </>
      }
      form={form}
      initialValues={{ when: 'now' }}
      send={send}
      onSent={async ({ version }) => {
        toast.success(t('published', { version }));
        await navigate(paths.consolePriceList(version));
        await refresh('priceLists');
      }}
    >
      <Form.Item name="when" label={t('when')}>
        <Radio.Group
          options={[
            { value: 'now', label: t('now') },
            { value: 'later', label: t('later') },
          ]}
        />
      </Form.Item>
      {isLater && (
        <Form.Item name="from" label={t('from')} rules={[{ required: true, message: t('missing') }]}>
          <Input type="datetime-local" />
        </Form.Item>
      )}
    </ActDialog>
  );
}
