import { calls, type Language, type NotificationSettings } from '@proofkeep/contract';
import { useMutation } from '@tanstack/react-query';
import { Radio } from 'antd';
import { ask } from '../../api/ask.ts';
import { toast } from '../../ui/notices/toast.ts';
import { words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('language-section', text);

/** Each language under its own name: a user looking for theirs may read no other. */
const options = [
  { value: 'zh', label: <span lang="zh-CN">中文</span> },
  { value: 'en', label: <span lang="en-US">English</span> },
] satisfies { value: Language; label: unknown }[];

interface Props {
  language: Language;
  onChange: (settings: NotificationSettings) => void;
}

export function LanguageSection({ language, onChange }: Props) {
  const t = useWords();
  const setting = useMutation({
    mutationFn: (wanted: Language) => ask(calls.messages.setNotificationLanguage, { language: wanted }),
    onSuccess: (changed) => {
      onChange(changed);
      toast.success(t('saved'));
    },
  });
  return (
    <section className="panel messages-email-section" aria-labelledby="language-title">
      <h2 id="language-title">{t('title')}</h2>
      <p className="secondary">{t('hint')}</p>
      <Radio.Group
        aria-labelledby="language-title"
        options={options}
        value={setting.isPending ? setting.variables : language}
        disabled={setting.isPending}
        onChange={({ target }) => setting.mutate(target.value)}
      />
    </section>
  );
}
