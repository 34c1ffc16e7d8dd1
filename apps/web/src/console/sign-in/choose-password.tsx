import { Button, Form } from 'antd';
import { words } from '../../ui/words/words.ts';
import { NewPassword } from '../ui/new-password.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('console-choose-password', text);

/** The new password is sent with the second step; the first step alone changes nothing. */
export function ChoosePassword({ onChosen }: { onChosen: (password: string) => void }) {
  const t = useWords();
  return (
    <Form layout="vertical" requiredMark={false} onFinish={({ password }: { password: string }) => onChosen(password)}>
      <h2>{t('title')}</h2>
      <p className="secondary">{t('why')}</p>
      <NewPassword />
      <Button type="primary" htmlType="submit" size="large" block>
        {t('onward')}
      </Button>
    </Form>
  );
}
