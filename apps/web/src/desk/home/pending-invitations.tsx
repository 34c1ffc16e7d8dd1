import { IdcardOutlined, MailOutlined, SwapOutlined } from '@ant-design/icons';
import { calls, type Me, type ReceivedInvitation } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryOf } from '../../api/queries.ts';
import { paths } from '../../ui/address/paths.ts';
import { LinkButton } from '../../ui/kit/link-button.tsx';
import { moment } from '../../ui/words/formatters.ts';
import { words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('home-answers', text);

/** Invitations and refused certifications, which await an answer from the user. */
export function PendingInvitations({ me }: { me: Me }) {
  const t = useWords();
  const { data } = useQuery(queryOf(calls.home.notices, {}));
  const offer = data?.handover?.successor.userId === me.userId ? data.handover : null;
  const invitations = data?.invitations ?? [];
  const refused = [
    ...(me.certification.personal === 'refused' ? (['personal'] as const) : []),
    ...(me.role === 'main' && me.certification.enterprise === 'refused' ? (['enterprise'] as const) : []),
  ];
  if (invitations.length + refused.length === 0 && !offer) return null;
  return (
    <section className="home-part home-answers panel" aria-labelledby="home-answers">
      <header>
        <h2 id="home-answers">{t('title')}</h2>
      </header>
      <ul className="home-rows">
        {offer && <Invited invitation={offer} by="handover" icon={<SwapOutlined aria-hidden />} />}
        {invitations.map((invitation) => (
          <Invited key={invitation.id} invitation={invitation} by="invited" icon={<MailOutlined aria-hidden />} />
        ))}
        {refused.map((kind) => (
          <Owed key={kind} icon={<IdcardOutlined aria-hidden />} what={t(kind)} more={t('again')}>
            <LinkButton to={paths[kind]} aria-label={t('lookAt', { what: t(kind) })}>
              {t('look')}
            </LinkButton>
          </Owed>
        ))}
      </ul>
    </section>
  );
}

interface InvitedProps {
  invitation: Pick<ReceivedInvitation, 'accountName' | 'expiresAt'>;
  by: 'handover' | 'invited';
  icon: ReactNode;
}

function Invited({ invitation: { accountName: account, expiresAt }, by, icon }: InvitedProps) {
  const t = useWords();
  const what = t(by, { account });
  return (
    <Owed icon={icon} what={what} more={t('until', { time: moment(new Date(expiresAt)) })}>
      <LinkButton to={`${paths.members}?view=mine`} aria-label={t('answerTo', { what })}>
        {t('answer')}
      </LinkButton>
    </Owed>
  );
}

function Owed({ icon, what, more, children }: { icon: ReactNode; what: string; more: string; children: ReactNode }) {
  return (
    <li>
      {icon}
      <div className="home-name">
        <strong>{what}</strong>
        <p className="secondary numbers">{more}</p>
      </div>
      {children}
    </li>
  );
}
