import { calls, opens, type ProofPage } from '@proofkeep/contract';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { ask, linkTo } from '../../api/ask.ts';
import { paths } from '../../ui/address/paths.ts';
import { Refusal } from '../../ui/forms/refusal.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { Button } from '../../ui/plain/button.tsx';
import { TextField } from '../../ui/plain/field.tsx';
import { Form, useForm } from '../../ui/plain/form.tsx';
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

/** Loosely: the service knows how people type it. */
const mayBeCode = (value: string): boolean => value.replace(/[\s-]/g, '').length === 8;

function AskCode({ ano, onOpen }: { ano: string; onOpen: (grant: string) => void }) {
  const t = useWords();
  const form = useForm();
  const given = codeInAddress(useLocation().hash);
  const { refusal, isSending, submit } = useSubmit(form, async ({ code }: { code: string }) => {
    const { grant } = await ask(calls.proof.openProof, { ano, code });
    onOpen(grant);
  });
  return (
    <section className="panel proof-code proof-screen" aria-labelledby="proof-code-title">
      <h2 id="proof-code-title">{t('heading')}</h2>
      <p className="secondary">{t('hint')}</p>
      <Form form={form} onFinish={submit}>
        <Refusal>{refusal}</Refusal>
        <TextField
          name="code"
          label={t('label')}
          autoComplete="off"
          defaultValue={given}
          check={(value) => (mayBeCode(String(value ?? '')) ? null : t('wrong'))}
        />
        <Button kind="primary" type="submit" isBusy={isSending}>
          {t('open')}
        </Button>
      </Form>
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
    <section className="panel proof-code" aria-labelledby="proof-opened-title">
      <h2 id="proof-opened-title">{t('opened')}</h2>
      <p className="secondary">
        {t(`${scope}Scope`)} · {t('until', { at: moment(expiresAt) })}
      </p>
      <p className="actions proof-screen">
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
