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
import { askProven } from '../ui/proof.ts';
import { Differences } from './differences.tsx';

const useWords = words('console-price-publish', {
  publish: ['发布', 'Publish'],
  saveFirst: ['请先保存草稿', 'First save the draft'],
  title: ['发布新价目表', 'Publish the new price list'],
  what: [
    '发布后不能再修改。已下单的仍按下单时的价格收取。',
    'Once it is published it cannot be changed. What was ordered before is charged as it was ordered.',
  ],
  when: ['何时生效', 'In force'],
  now: ['立即', 'Now'],
  later: ['指定时间', 'From a time on'],
  from: ['生效时间（UTC+8）', 'Time (UTC+8)'],
  missing: ['请选择一年之内的时间', 'Choose a time within a year'],
  cancel: ['取消', 'Cancel'],
  published: ['已发布第 {version} 版', 'Version {version} is published'],
});

interface Props {
  draft: PriceDraft;
  /** The version that it was compared with. */
  present: ReplyOf<typeof calls.pricing.consolePriceList>;
  isSaved: boolean;
}

interface Values {
  when: 'now' | 'later';
  /** In UTC+8, where the prices hold; the browser's field has no zone. */
  from?: string;
}

export function Publish({ draft, present, isSaved }: Props) {
  const say = useWords();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const [form] = Form.useForm<Values>();
  const isLater = Form.useWatch('when', form) === 'later';
  const { refusal, isSending, submit } = useSubmit(form, async ({ when, from }: Values) => {
    const at = when === 'later' && from ? new Date(`${from}+08:00`).toISOString() : null;
    const { revision } = draft;
    const { version } = await askProven(calls.pricing.publishPrices, { revision, present: present.version, from: at });
    toast.success(say('published', { version }));
    setOpen(false);
    await navigate(paths.consolePriceList(version));
    await refresh('priceLists');
  });
  return (
    <>
      <Button
        type="primary"
        disabled={!isSaved}
        title={isSaved ? undefined : say('saveFirst')}
        onClick={() => setOpen(true)}
      >
        {say('publish')}
      </Button>
      <Modal
        open={isOpen}
        title={say('title')}
        okText={say('publish')}
        cancelText={say('cancel')}
        confirmLoading={isSending}
        onOk={form.submit}
        onCancel={() => setOpen(false)}
        destroyOnHidden
        width={640}
      >
        <p>{say('what')}</p>
        <div className="prices-dialog">
          <Differences before={present.content} after={draft.content} />
        </div>
        <Form form={form} layout="vertical" requiredMark={false} initialValues={{ when: 'now' }} onFinish={submit}>
          <Refusal>{refusal}</Refusal>
          <Form.Item name="when" label={say('when')}>
            <Radio.Group
              options={[
                { value: 'now', label: say('now') },
                { value: 'later', label: say('later') },
              ]}
            />
          </Form.Item>
          {isLater && (
            <Form.Item name="from" label={say('from')} rules={[{ required: true, message: say('missing') }]}>
              <Input type="datetime-local" />
            </Form.Item>
          )}
        </Form>
      </Modal>
    </>
  );
}
