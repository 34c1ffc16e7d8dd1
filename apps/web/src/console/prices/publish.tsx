import { calls, type PriceDraft, type ReplyOf } from '@proofkeep/contract';
import { Button, Form, Input, Modal, Radio } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { refresh } from '../../api/refresh.ts';
import { paths } from '../../ui/address/paths.ts';
import { Refusal } from '../../ui/forms/refusal.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';
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
  const [isOpen, setOpen] = useState(false);
  const [form] = Form.useForm<Values>();
  const isLater = Form.useWatch('when', form) === 'later';
  const { refusal, isSending, submit } = useSubmit(form, async ({ when, from }: Values) => {
    const at = when === 'later' && from ? new Date(`${from}+08:00`).toISOString() : null;
    const { revision } = draft;
    const { version } = await callWithStepUp(calls.money.publishPrices, {
      revision,
      present: present.version,
      from: at,
    });
    toast.success(t('published', { version }));
    setOpen(false);
    await navigate(paths.consolePriceList(version));
    await refresh('priceLists');
  });
  return (
    <>
      <Button
        type="primary"
        disabled={!isSaved}
        title={isSaved ? undefined : t('saveFirst')}
        onClick={() => setOpen(true)}
      >
        {t('publish')}
      </Button>
      <Modal
        open={isOpen}
        title={t('title')}
        okText={t('publish')}
        cancelText={t('cancel')}
        confirmLoading={isSending}
        onOk={form.submit}
        onCancel={() => setOpen(false)}
        destroyOnHidden
        width={640}
      >
        <p>{t('what')}</p>
        <div className="console-prices-dialog">
          <Differences before={present.content} after={draft.content} />
        </div>
        <Form form={form} layout="vertical" requiredMark={false} initialValues={{ when: 'now' }} onFinish={submit}>
          <Refusal>{refusal}</Refusal>
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
        </Form>
      </Modal>
    </>
  );
}
