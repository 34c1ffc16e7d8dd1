import { calls, type SentOf } from '@proofkeep/contract';
import { ask } from '../../api/ask.ts';
import { refreshEverything } from '../../api/refresh.ts';
import { CodeField } from '../../ui/forms/code-field.tsx';
import { PhoneField } from '../../ui/forms/phone-field.tsx';
import { toast } from '../../ui/notices/toast.ts';
import { useConfirmed } from '../../ui/step-up/confirm.tsx';
import { words } from '../../ui/words/words.ts';
import { ChangeSection } from './change-section.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('phone-section', text);

export function PhoneSection({ phone }: { phone: string }) {
  const t = useWords();
  const { confirmed } = useConfirmed();
  const send = async (input: SentOf<typeof calls.members.bindPhone>) => {
    await confirmed(() => ask(calls.members.bindPhone, input));
    await refreshEverything();
    toast.success(t('done'));
  };
  return (
    <ChangeSection title={t('title')} hint={t('now', { phone })} t={t} send={send}>
      <PhoneField />
      <CodeField purpose="bind" />
    </ChangeSection>
  );
}
