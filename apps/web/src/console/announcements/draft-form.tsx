import { type AnnouncementDraft, calls, type SentOf } from '@proofkeep/contract';
import { Button, Form, Input } from 'antd';
import { ask } from '../../api/ask.ts';
import { refresh, useAct } from '../../api/refresh.ts';
import { ConfirmButton } from '../../ui/forms/confirm-button.tsx';
import { Refusal } from '../../ui/forms/refusal.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { toast } from '../../ui/notices/toast.ts';
import { words } from '../../ui/words/words.ts';
import { DecisionBar } from '../ui/split.tsx';

const useWords = words('announcement-form', {
  write: ['撰写公告', 'Write an announcement'],
  edit: ['编辑草稿', 'Edit the draft'],
  titleZh: ['标题（中文）', 'Title in Chinese'],
  textZh: ['正文（中文）', 'Text in Chinese'],
  titleEn: ['标题（英文）', 'Title in English'],
  textEn: ['正文（英文）', 'Text in English'],
  plain: ['纯文本，空一行分段。', 'Plain text; an empty line parts paragraphs.'],
  wrong: ['请填写，两种语言都要有', 'Fill it in: both languages are needed'],
  save: ['保存草稿', 'Save the draft'],
  saved: ['草稿已保存', 'The draft is saved'],
  publish: ['发布', 'Publish'],
  publishTitle: ['发布这条公告？', 'Publish this announcement?'],
  publishHint: [
    '所有人都会看到，发布后不能修改。未保存的改动不会发布。',
    'Everybody sees it, and it cannot be changed. What was not saved is not published.',
  ],
  cancel: ['取消', 'Cancel'],
  published: ['公告已发布', 'The announcement is published'],
});

type Words = SentOf<typeof calls.announcements.create>;

interface Props {
  /** Null: a new one. */
  draft: AnnouncementDraft | null;
  onSaved: (draft: AnnouncementDraft) => void;
}

export function DraftForm({ draft, onSaved }: Props) {
  const say = useWords();
  const [form] = Form.useForm<Words>();
  const { refusal, isSending, submit } = useSubmit(form, async (written: Words) => {
    const saved = draft
      ? await ask(calls.announcements.edit, { id: draft.id, ...written })
      : await ask(calls.announcements.create, written);
    toast.success(say('saved'));
    await refresh('announcements');
    onSaved(saved);
  });
  const needed = [{ required: true, whitespace: true, message: say('wrong') }];
  return (
    <Form
      form={form}
      layout="vertical"
      requiredMark={false}
      initialValues={draft ? { title: draft.title, text: draft.text } : {}}
      onFinish={submit}
      className="announcement-form"
    >
      <h2>{say(draft ? 'edit' : 'write')}</h2>
      <Refusal>{refusal}</Refusal>
      {(['zh', 'en'] as const).map((language) => (
        <div key={language} lang={language === 'zh' ? 'zh-CN' : 'en-US'}>
          <Form.Item name={['title', language]} label={say(language === 'zh' ? 'titleZh' : 'titleEn')} rules={needed}>
            <Input maxLength={120} />
          </Form.Item>
          <Form.Item
            name={['text', language]}
            label={say(language === 'zh' ? 'textZh' : 'textEn')}
            extra={say('plain')}
            rules={needed}
          >
            <Input.TextArea rows={6} maxLength={10_000} />
          </Form.Item>
        </div>
      ))}
      <DecisionBar>
        <Button htmlType="submit" type={draft ? 'default' : 'primary'} loading={isSending}>
          {say('save')}
        </Button>
        {draft && <Publish id={draft.id} />}
      </DecisionBar>
    </Form>
  );
}

function Publish({ id }: { id: string }) {
  const say = useWords();
  const publish = useAct(calls.announcements.publish, 'announcements');
  return (
    <ConfirmButton
      act={say('publish')}
      title={say('publishTitle')}
      hint={say('publishHint')}
      keep={say('cancel')}
      kind="primary"
      isPending={publish.isPending}
      onConfirm={() => publish.mutate({ id }, { onSuccess: () => toast.success(say('published')) })}
    />
  );
}
