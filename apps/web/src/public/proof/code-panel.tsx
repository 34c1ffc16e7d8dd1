import { calls, opens, type ProofPage } from '@proofkeep/contract';
import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { toApiError } from '../../api/api-error.ts';
import { ask, linkTo } from '../../api/ask.ts';
import { paths } from '../../ui/address/paths.ts';
import { fileSize, moment } from '../../ui/words/formatters.ts';
import { words } from '../../ui/words/words.ts';
import { codeInAddress } from './grant.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('proof-code', text);

interface Props {
  proof: ProofPage;
  grant: string | null;
  onOpen: (grant: string) => void;
  onClose: () => void;
}

/** Asks for a check code, or offers what the code opened. */
export const CodePanel = ({ proof, grant, onOpen, onClose }: Props) =>
  proof.access && grant ? (
    <Opened proof={proof} access={proof.access} grant={grant} onClose={onClose} />
  ) : (
    <AskCode ano={proof.ano} onOpen={onOpen} />
  );

/** A loose check: the service knows the notations that people use. */
const mayBeCode = (value: string): boolean => value.replace(/[\s-]/g, '').length === 8;

function AskCode({ ano, onOpen }: { ano: string; onOpen: (grant: string) => void }) {
  const t = useWords();
  const { hash, search } = useLocation();
  const navigate = useNavigate();
  const given = codeInAddress(hash);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const send = async (code: string) => {
    if (!mayBeCode(code)) return setRefusal(t('wrong'));
    setSending(true);
    try {
      const { grant } = await ask(calls.proof.openProof, { ano, code });
      // Removes a used code from the URL, which people copy and browsers store.
      if (given) void navigate({ search, hash: '' }, { replace: true });
      onOpen(grant);
    } catch (error) {
      setRefusal(toApiError(error).message);
    } finally {
      setSending(false);
    }
  };
  return (
    <section className="panel proof-code proof-screen" aria-labelledby="proof-code-title">
      <h2 id="proof-code-title">{t('heading')}</h2>
      <p className="secondary">{t('hint')}</p>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void send(String(new FormData(event.currentTarget).get('code') ?? ''));
        }}
      >
        <label htmlFor="proof-code">{t('label')}</label>
        <input
          id="proof-code"
          name="code"
          className="input"
          autoComplete="off"
          defaultValue={given}
          aria-invalid={refusal !== null}
          aria-describedby="proof-code-refusal"
        />
        <p id="proof-code-refusal" className="proof-refusal" role="alert">
          {refusal}
        </p>
        <button type="submit" className="button" data-kind="primary" disabled={isSending}>
          {t('open')}
        </button>
      </form>
    </section>
  );
}

interface OpenedProps {
  proof: ProofPage;
  access: NonNullable<ProofPage['access']>;
  grant: string;
  onClose: () => void;
}

function Opened({ proof: { ano, bundleBytes }, access, grant, onClose }: OpenedProps) {
  const t = useWords();
  const { scope, expiresAt } = access;
  const file = (part: 'bundle' | 'certificate') => linkTo(calls.proof.collect, { id: ano, grant, part });
  const [isLeft, setLeft] = useState(false);
  return (
    <section className="panel proof-code proof-screen" aria-labelledby="proof-opened-title">
      <h2 id="proof-opened-title">{t('opened')}</h2>
      <p className="secondary">
        {t(`${scope}Scope`)} · {t('until', { at: moment(expiresAt) })}
      </p>
      <p className="actions">
        {opens(scope, 'bundle') && (
          <Link className="button" data-kind="primary" to={paths.query} state={{ collect: { ano, grant } }}>
            {t('verify')}
          </Link>
        )}
        {opens(scope, 'bundle') && bundleBytes !== null && (
          <a className="button" href={file('bundle')} download>
            {t('bundle', { size: fileSize(bundleBytes) })}
          </a>
        )}
        <a className="button" href={file('certificate')} download>
          {t('certificate')}
        </a>
        <button
          type="button"
          className="button"
          disabled={isLeft}
          onClick={() => {
            setLeft(true);
            onClose();
          }}
        >
          {t('leave')}
        </button>
      </p>
    </section>
  );
}
