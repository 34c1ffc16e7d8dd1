import { Button, Form } from 'antd';
import { words } from '../../ui/words/words.ts';
import { NewPassword } from '../ui/new-password.tsx';

const useWords = words('console-choose-password', {
  title: ['设置自己的密码', 'Choose a password of your own'],
  why: ['您使用的是他人给您的一次性密码。', 'You signed in with a password that somebody gave you for one use.'],
  onward: ['下一步', 'Continue'],
});

/** It is sent with the second step: the first alone changes nothing. */
export function ChoosePassword({ onChosen }: { onChosen: (password: string) => void }) {
  const say = useWords();
  return (
    <Form layout="vertical" requiredMark={false} onFinish={({ password }: { password: string }) => onChosen(password)}>
      <h2>{say('title')}</h2>
      <p className="secondary">{say('why')}</p>
      <NewPassword />
      <Button type="primary" htmlType="submit" size="large" block>
        {say('onward')}
      </Button>
    </Form>
  );
}
