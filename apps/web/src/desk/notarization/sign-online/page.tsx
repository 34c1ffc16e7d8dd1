import { CheckCircleOutlined } from '@ant-design/icons';
import { type MatterDetail, type MatterParty, matterPartyRoleWords, matterStepWords } from '@proofkeep/contract';
import { Link } from 'react-router';
import { paths } from '../../../ui/address/paths.ts';
import { LinkButton } from '../../../ui/kit/link-button.tsx';
import { EmptyState } from '../../../ui/notices/empty-state.tsx';
import { useLanguage, wordIn, words } from '../../../ui/words/words.ts';
import { MatterStep } from '../matter-step.tsx';
import { PhoneLink } from './phone-link.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('matter-online', text);

/** `/notarization/add/sign-online/{id}`: how each party completes their steps, on their phone or here. */
export function Component() {
  const t = useWords();
  return (
    <MatterStep title={t('title')} back={t('back')} lead={t('hint')}>
      {(matter) => <Parties matter={matter} />}
    </MatterStep>
  );
}

function Parties({ matter }: { matter: MatterDetail }) {
  const t = useWords();
  const isAsked = matter.people.some(({ steps }) => steps.some(({ state }) => state === 'open'));
  if (!isAsked)
    return (
      <EmptyState title={t('none')} hint={t('noneHint')}>
        <LinkButton type="primary" to={paths.matter(matter.id)}>
          {t('open')}
        </LinkButton>
      </EmptyState>
    );
  return (
    <ul className="notarization-ways">
      {matter.people.map((party) => (
        <li key={party.id} className="panel">
          <Party matter={matter} party={party} />
        </li>
      ))}
    </ul>
  );
}

function Party({ matter, party }: { matter: MatterDetail; party: MatterParty }) {
  const t = useWords();
  const language = useLanguage();
  const open = party.steps.filter(({ state }) => state === 'open');
  const who = party.representative ?? party.name;
  return (
    <>
      <h2>
        {who}{' '}
        <span className="secondary">
          {wordIn(matterPartyRoleWords[party.role], language)}
          {party.representative && ` · ${party.name}`}
        </span>
      </h2>
      {open.length === 0 ? (
        <p className="notarization-read">
          <CheckCircleOutlined aria-hidden /> {t('done')}
        </p>
      ) : (
        <>
          <p className="secondary">
            {t('toDo')}{' '}
            {open.map(({ kind }) => wordIn(matterStepWords[kind], language)).join(language === 'zh' ? '、' : ', ')}
          </p>
          <PhoneLink matter={matter} party={party} />
          {matter.state === 'signing' && party.role !== 'counterparty' && (
            <p>
              {t('or')} <Link to={`${paths.signHere(matter.id)}?party=${party.id}`}>{t('here', { who })}</Link>
            </p>
          )}
        </>
      )}
    </>
  );
}
