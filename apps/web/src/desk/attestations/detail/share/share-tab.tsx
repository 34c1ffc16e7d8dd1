import './share.css';
import { type AttestationDetail, calls, type ProofContent, proofContents, proofPagePath } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { Checkbox } from 'antd';
import { queryOf } from '../../../../api/queries.ts';
import { Copyable } from '../../../../ui/kit/copyable.tsx';
import { QueryView } from '../../../../ui/notices/query-view.tsx';
import { words } from '../../../../ui/words/words.ts';
import { CheckCodes } from './check-codes.tsx';
import { Court } from './court.tsx';
import { useShareAct } from './use-share-act.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('share', text);

/** Every way to hand the evidence over: the proof page, check codes, and the form of an internet court. */
export function ShareTab({ detail: { ano, state } }: { detail: AttestationDetail }) {
  const t = useWords();
  const isCertified = state === 'succeeded';
  const codes = useQuery({ ...queryOf(calls.proof.checkCodes, { ano }), enabled: isCertified });
  if (!isCertified) return <p className="secondary">{t('none')}</p>;
  return (
    <QueryView query={codes}>
      {({ list, shows }) => (
        <div className="attestations-share">
          <ProofLink ano={ano} shows={shows} />
          <CheckCodes ano={ano} codes={list} />
          <Court ano={ano} />
        </div>
      )}
    </QueryView>
  );
}

function ProofLink({ ano, shows }: { ano: string; shows: ProofContent[] }) {
  const t = useWords();
  const show = useShareAct(calls.proof.showOnProof);
  const path = proofPagePath(ano);
  return (
    <section className="panel attestations-share-part">
      <h2>{t('page')}</h2>
      <p className="secondary">{t('pageHint')}</p>
      <p className="attestations-share-link">
        <a href={path} target="_blank" rel="noreferrer">
          {t('open')}
        </a>
        <Copyable text={`${window.location.origin}${path}`} what={t('address')} kept={48} />
      </p>
      <Checkbox.Group
        aria-label={t('shows')}
        value={show.isPending ? (show.variables.shows as ProofContent[]) : shows}
        options={proofContents.map((value) => ({ value, label: t(`show-${value}`) }))}
        onChange={(wanted) => show.mutate({ ano, shows: wanted as ProofContent[] })}
      />
    </section>
  );
}
