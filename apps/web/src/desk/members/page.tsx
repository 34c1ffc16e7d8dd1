import './members.css';
import { calls, type Me } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { Button, Tabs } from 'antd';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { queryOf } from '../../api/queries.ts';
import { useTitle } from '../../ui/address/title.ts';
import { Skeleton } from '../../ui/notices/skeleton.tsx';
import { WithConfirm } from '../../ui/step-up/with-confirm.tsx';
import { words } from '../../ui/words/words.ts';
import { CreateForm } from './create-form.tsx';
import { HandoverOffer } from './handover-offer.tsx';
import { IdentityList } from './identity-list.tsx';
import { InviteForm } from './invite-form.tsx';
import { MemberList } from './member-list.tsx';
import { ReceivedInvitations } from './received-invitations.tsx';
import { SentInvitations } from './sent-invitations.tsx';
import { Trail } from './trail.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('members', text);

const views = ['members', 'sent', 'mine', 'trail'] as const;
type View = (typeof views)[number];

/** For holders, the members of the account; for everyone, the accounts they may act for and their invitations. */
export function Component() {
  const { data: me } = useQuery(queryOf(calls.account.accountInfo, {}));
  if (!me) return <Skeleton />;
  return <WithConfirm>{me.role === 'main' ? <OfHolder me={me} /> : <Own me={me} />}</WithConfirm>;
}

function Own({ me }: { me: Me }) {
  const t = useWords();
  useTitle(t('own'));
  return (
    <>
      <div className="page-heading">
        <h1>{t('own')}</h1>
      </div>
      <HandoverOffer me={me} />
      <ReceivedInvitations />
      <IdentityList />
    </>
  );
}

type Opened = { what: 'create' } | { what: 'invite'; phone: string };

function OfHolder({ me }: { me: Me }) {
  const t = useWords();
  useTitle(t('title'));
  const [query, setQuery] = useSearchParams();
  const [opened, setOpened] = useState<Opened | null>(null);
  const invite = (phone = '') => setOpened({ what: 'invite', phone });
  const create = () => setOpened({ what: 'create' });
  const close = () => setOpened(null);
  const view: View = views.find((one) => one === query.get('view')) ?? 'members';
  const pages: Record<View, React.ReactNode> = {
    members: <MemberList onCreate={create} />,
    sent: <SentInvitations onInvite={() => invite()} />,
    mine: <IdentityList />,
    trail: <Trail />,
  };
  return (
    <>
      <div className="page-heading">
        <h1>{t('title')}</h1>
        <div className="actions">
          <Button onClick={() => invite()}>{t('invite')}</Button>
          <Button type="primary" onClick={create}>
            {t('create')}
          </Button>
        </div>
      </div>
      <HandoverOffer me={me} />
      <ReceivedInvitations />
      <Tabs
        activeKey={view}
        onChange={(key) => setQuery(key === 'members' ? {} : { view: key })}
        destroyOnHidden
        // All tabs must fit at 390 px: screen readers don't get antd's overflow menu as part of the tab list.
        tabBarGutter={16}
        items={views.map((key) => ({ key, label: t(key), children: key === view ? pages[key] : null }))}
      />
      <CreateForm isOpen={opened?.what === 'create'} onClose={close} onInvite={invite} />
      <InviteForm
        isOpen={opened?.what === 'invite'}
        phone={opened?.what === 'invite' ? opened.phone : ''}
        onClose={close}
      />
    </>
  );
}
