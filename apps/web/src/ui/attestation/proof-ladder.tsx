import './proof-ladder.css';
import { CheckCircleFilled, MinusCircleOutlined } from '@ant-design/icons';
import {
  type AttestationDetail,
  type AttestationState,
  type ProofRung,
  proofRungs,
  rungWords,
  sentenceIn,
} from '@proofkeep/contract';
import { Moment } from '../kit/moment.tsx';
import { useLanguage, wordIn, words } from '../words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('proof-ladder', text);

type Checks = `check${Capitalize<ProofRung>}`;
const checkOf = (rung: ProofRung) => `check${rung[0]?.toUpperCase()}${rung.slice(1)}` as Checks;

function expectedOf(rung: ProofRung, state: AttestationState) {
  if (state === 'failed' || state === 'cancelled') return 'ended';
  if (state === 'preview') return rung === 'certified' ? 'asked' : 'soon';
  return state === 'sealing' ? 'soon' : 'pending';
}

interface Props {
  state: AttestationState;
  ladder: AttestationDetail['ladder'];
  /** Returns the download URL of a rung's raw proof. */
  linkOf: (path: string) => string;
}

/** Proofs of an attestation, rung by rung; pending rungs are never green. */
export function ProofLadder({ state, ladder, linkOf }: Props) {
  const t = useWords();
  const language = useLanguage();
  return (
    <ol className="ladder" aria-label={t('label')}>
      {proofRungs.map((rung) => {
        const reached = ladder.find((step) => step.rung === rung);
        return (
          <li key={rung} data-reached={reached !== undefined}>
            {reached ? <CheckCircleFilled aria-hidden /> : <MinusCircleOutlined aria-hidden />}
            <div>
              <h2>{wordIn(rungWords[rung], language)}</h2>
              <p className="secondary">{reached ? <Moment at={reached.at} /> : t(expectedOf(rung, state))}</p>
              {reached && <p>{t(rung)}</p>}
              {reached?.messages.map((message) => (
                <p key={message.text}>{sentenceIn(message, language)}</p>
              ))}
              {reached && (
                <details>
                  <summary>{t('check')}</summary>
                  <p>{t(checkOf(rung))}</p>
                </details>
              )}
              {reached?.proof && <a href={linkOf(reached.proof)}>{t('raw')}</a>}
            </div>
          </li>
        );
      })}
    </ol>
  );
}
