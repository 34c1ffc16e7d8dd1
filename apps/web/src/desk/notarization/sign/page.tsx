import { type MatterDetail } from '@proofkeep/contract';
import { Segmented } from 'antd';
import { Link } from 'react-router';
import { useAddress } from '../../../ui/address/address.ts';
import { paths } from '../../../ui/address/paths.ts';
import { LinkButton } from '../../../ui/kit/link-button.tsx';
import { EmptyState } from '../../../ui/notices/empty-state.tsx';
import { words } from '../../../ui/words/words.ts';
import { MatterStep } from '../matter-step.tsx';
import { SignForm } from './sign-form.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('matter-sign', text);

/**
 * `/notarization/add/sign/{id}`: the applicant's own side reads and signs the documents; the others sign through their
 * links.
 */
export function Component() {
  const t = useWords();
  return (
    <MatterStep title={t('title')} back={t('back')}>
      {(matter) => <Sign matter={matter} />}
    </MatterStep>
  );
}

function Sign({ matter }: { matter: MatterDetail }) {
  const t = useWords();
  const { query, want } = useAddress();
  const open = matter.people.filter(({ steps }) =>
    steps.some(({ kind, state }) => kind === 'sign' && state === 'open'),
  );
  const signers = open.filter(({ role }) => role !== 'counterparty');
  const others = open.filter(({ role }) => role === 'counterparty');
  const party = signers.find(({ id }) => id === query.get('party')) ?? signers[0];
  if (matter.state === 'signing' && !party && others.length > 0)
    return (
      <EmptyState title={t('others')} hint={t('othersHint')}>
        <LinkButton type="primary" to={paths.signOnline(matter.id)}>
          {t('sendLink')}
        </LinkButton>
      </EmptyState>
    );
  if (matter.state !== 'signing' || !party)
    return (
      <EmptyState
        title={t(matter.state === 'sealing' || matter.state === 'issued' ? 'all' : 'none')}
        hint={t('noneHint')}
      >
        <LinkButton type="primary" to={paths.matter(matter.id)}>
          {t('open')}
        </LinkButton>
      </EmptyState>
    );
  return (
    <>
      {signers.length > 1 && (
        <Segmented
          className="notarization-signers"
          value={party.id}
          onChange={(id) => want({ party: id })}
          options={signers.map(({ id, name, representative }) => ({ value: id, label: representative ?? name }))}
        />
      )}
      <SignForm key={party.id} matter={matter} party={party} />
      {others.length > 0 && (
        <p className="secondary">
          {t('othersHint')} <Link to={paths.signOnline(matter.id)}>{t('sendLink')}</Link>
        </p>
      )}
    </>
  );
}
