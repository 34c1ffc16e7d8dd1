import { type AttestationDetail, calls } from '@proofkeep/contract';
import { linkTo } from '../../../api/ask.ts';
import { ProofLadder } from '../../../ui/attestation/proof-ladder.tsx';
import { Copyable } from '../../../ui/kit/copyable.tsx';
import { words } from '../../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('proofs-tab', text);

export function ProofsTab({ detail: { ano, state, ladder, manifestSha256 } }: { detail: AttestationDetail }) {
  const t = useWords();
  return (
    <>
      {manifestSha256 && (
        <p className="attestations-proofs-digest">
          {t('manifest')} <Copyable text={manifestSha256} what={t('manifest')} />
        </p>
      )}
      <ProofLadder state={state} ladder={ladder} linkOf={(path) => linkTo(calls.attestations.file, { ano, path })} />
    </>
  );
}
