import { Button } from 'antd';
import { useState } from 'react';
import { Copyable } from '../../ui/kit/copyable.tsx';
import { words } from '../../ui/words/words.ts';
import { PasswordForm } from './password-form.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('member-created', text);

export interface CreatedMember {
  userId: string;
  name: string;
  loginName: string;
  signInUrl: string;
}

/** Sign-in details for a new member: login name, address and way to sign in. */
export function Created({ member, onClose }: { member: CreatedMember; onClose: () => void }) {
  const t = useWords();
  const [isSetting, setSetting] = useState(false);
  const { name, loginName, signInUrl } = member;
  return (
    <div className="members-created">
      <p role="status">{t('done', { name })}</p>
      <dl>
        <dt>{t('where')}</dt>
        <dd>
          <Copyable text={signInUrl} what={t('where')} kept={60} />
        </dd>
        <dt>{t('loginName')}</dt>
        <dd>
          <Copyable text={loginName} what={t('loginName')} kept={60} />
        </dd>
        <dt>{t('how')}</dt>
        <dd>{t('byCode')}</dd>
      </dl>
      <div className="actions">
        <Button type="primary" onClick={onClose}>
          {t('close')}
        </Button>
        <Button onClick={() => setSetting(true)}>{t('password')}</Button>
      </div>
      {isSetting && <PasswordForm member={member} onClose={() => setSetting(false)} />}
    </div>
  );
}
