import './sign-in.css';
import { Alert, Button } from 'antd';
import { useState } from 'react';
import { forgetIdentity, keptIdentity } from '../../ui/third-party/third.ts';
import { words } from '../../ui/words/words.ts';

const useWords = words('waiting-identity', {
  waits: [
    '您的 {name} 账号（{label}）等待绑定。登录后，绑定前会再次询问您。',
    'Your identity at {name} ({label}) waits to be bound. Once you are signed in, you are asked again before it is.',
  ],
  nameless: ['未提供名称', 'without a name'],
  notNow: ['暂不绑定', 'Not now'],
});

/** Above the forms by which somebody signs in or registers; nothing where no identity waits in this tab. */
export function WaitingIdentity() {
  const say = useWords();
  const [kept, setKept] = useState(keptIdentity);
  if (!kept) return null;
  const notNow = () => {
    forgetIdentity();
    setKept(null);
  };
  return (
    <Alert
      className="third-waits"
      type="info"
      showIcon
      title={say('waits', { name: kept.name, label: kept.label ?? say('nameless') })}
      description={
        <Button size="small" onClick={notNow}>
          {say('notNow')}
        </Button>
      }
    />
  );
}
