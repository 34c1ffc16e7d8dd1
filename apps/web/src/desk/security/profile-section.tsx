import { calls, certificationWords, type Me } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { queryOf } from '../../api/queries.ts';
import { paths } from '../../ui/address/paths.ts';
import { Fact } from '../../ui/kit/fact.tsx';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';
import { RenameForm } from './rename-form.tsx';
import { Section } from './section.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('profile-section', text);

/** The user's profile; only the account's holder can rename a member. */
export function ProfileSection({ me }: { me: Me }) {
  const t = useWords();
  const language = useLanguage();
  const [isOpen, setOpen] = useState(false);
  const { data: settings } = useQuery(queryOf(calls.messages.notificationSettings, {}));
  return (
    <Section
      title={t('title')}
      action={me.role === 'main' && !isOpen && <Button onClick={() => setOpen(true)}>{t('change')}</Button>}
    >
      {isOpen && <RenameForm name={me.person.name} accountName={me.accountName} onEnd={() => setOpen(false)} />}
      <dl className="facts">
        {!isOpen && (
          <>
            <Fact name={t('name')}>{me.person.name}</Fact>
            <Fact name={t('account')}>{me.accountName}</Fact>
          </>
        )}
        <Fact name={t('email')}>
          {settings && <Link to={paths.notifications}>{settings.email ?? t('noEmail')}</Link>}
        </Fact>
        <Fact name={t('certification')}>
          <Link to={paths.personal}>{wordIn(certificationWords[me.certification.personal], language)}</Link>
        </Fact>
      </dl>
    </Section>
  );
}
