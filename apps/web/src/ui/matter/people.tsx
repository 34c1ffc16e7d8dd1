import './matter.css';
import { CheckCircleOutlined, ClockCircleOutlined } from '@ant-design/icons';
import { type MatterParty, matterPartyRoleWords, matterStepStateWords, matterStepWords } from '@proofkeep/contract';
import type { ReactNode } from 'react';
import { useLanguage, wordIn, words } from '../words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('matter-people', text);

interface Props {
  people: readonly MatterParty[];
  /** Whether the matter has ended: then nobody waits for open steps, and they aren't shown. */
  isOver: boolean;
  /** Actions for one person. */
  children?: (party: MatterParty) => ReactNode;
}

/** The parties with their finished and open steps. */
export function MatterPeople({ people, isOver, children }: Props) {
  const t = useWords();
  const language = useLanguage();
  return (
    <section className="panel matter-people">
      <h2>{t('title')}</h2>
      <ul>
        {people.map((party) => (
          <li key={party.id}>
            <p>
              <strong>{party.name}</strong>{' '}
              <span className="secondary">
                {wordIn(matterPartyRoleWords[party.role], language)}
                {party.representative && ` · ${t('by', { name: party.representative })}`}
              </span>
            </p>
            <p className="secondary numbers">
              {party.idNumber} · {party.phone}
            </p>
            <ul className="matter-steps">
              {party.steps
                .filter(({ state }) => !isOver || state !== 'open')
                .map(({ id, kind, state, reason }) => (
                  <li key={id} data-state={state} title={reason ?? undefined}>
                    {state === 'open' ? <ClockCircleOutlined aria-hidden /> : <CheckCircleOutlined aria-hidden />}{' '}
                    {wordIn(matterStepWords[kind], language)}
                    <span className="visually-hidden">: {wordIn(matterStepStateWords[state], language)}</span>
                  </li>
                ))}
            </ul>
            {children?.(party)}
          </li>
        ))}
      </ul>
    </section>
  );
}
