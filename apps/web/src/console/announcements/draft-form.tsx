import { type AnnouncementDraft, announcementLength, calls, type SentOf } from '@proofkeep/contract';
import { Button, Form, Input } from 'antd';
import { ask } from '../../api/ask.ts';
import { refresh, useAct } from '../../api/refresh.ts';
import { ConfirmButton, confirmAct } from '../../ui/forms/confirm-button.tsx';
import { Refusal } from '../../ui/forms/refusal.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { toast } from '../../ui/notices/toast.ts';
import { words } from '../../ui/words/words.ts';
import { DecisionBar } from '../ui/split.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('announcement-form', text);

type Words = SentOf<typeof calls.announcements.create>;

interface Props {
  /** Null for a new announcement. A published one is corrected in public. */
  draft: AnnouncementDraft | null;
  onSaved: (draft: AnnouncementDraft) => void;
  onCancel?: () => void;
}

export function DraftForm({ draft, onSaved, onCancel }: Props) {
  const t = useWords();
  const isPublished = draft?.state === 'published';
  const [form] = Form.useForm<Words>();
  const { refusal, isSending, submit } = useSubmit(form, async (written: Words) => {
    const change = isPublished ? calls.announcements.correct : calls.announcements.edit;
    const saved = draft
      ? await ask(change, { id: draft.id, ...written })
      : await ask(calls.announcements.create, written);
    toast.success(t(isPublished ? 'corrected' : 'saved'));
    await refresh('announcements');
    onSaved(saved);
  });
  const needed = [{ required: true, whitespace: true, message: t('wrong') }];
  return (
    <Form
      form={form}
      layout="vertical"
      requiredMark={false}
      initialValues={draft ? { title: draft.title, text: draft.text } : {}}
      onFinish={submit}
      className="console-announcements-form"
    >
      <h1>{t(isPublished ? 'correct' : draft ? 'edit' : 'write')}</h1>
      {isPublished && <p className="secondary">{t('correctHint')}</p>}
      <Refusal>{refusal}</Refusal>
      {(['zh', 'en'] as const).map((language) => (
        <div key={language} lang={language === 'zh' ? 'zh-CN' : 'en-US'}>
          <Form.Item name={['title', language]} label={t(language === 'zh' ? 'titleZh' : 'titleEn')} rules={needed}>
            <Input maxLength={announcementLength.title} />
          </Form.Item>
          <Form.Item
            name={['text', language]}
            label={t(language === 'zh' ? 'textZh' : 'textEn')}
            extra={t('plain')}
            rules={needed}
          >
            <Input.TextArea rows={6} maxLength={announcementLength.text} />
          </Form.Item>
        </div>
      ))}
      <DecisionBar>
        {onCancel && <Button onClick={onCancel}>{t('keep')}</Button>}
        <Button htmlType="submit" type={draft && !isPublished ? 'default' : 'primary'} loading={isSending}>
          {t(isPublished ? 'saveCorrection' : 'save')}
        </Button>
        {draft && !isPublished && <Publish id={draft.id} />}
      </DecisionBar>
    </Form>
  );
}

function Publish({ id }: { id: string }) {
  const t = useWords();
  const publish = useAct(calls.announcements.publish, 'announcements');
  return (
    <ConfirmButton {...confirmAct(t, 'publish', publish, { id }, () => toast.success(t('published')))} kind="primary" />
  );
}
