import { type CheckCode, calls } from '@proofkeep/contract';
import { Button } from 'antd';
import { useState } from 'react';
import { ConfirmButton } from '../../../../ui/forms/confirm-button.tsx';
import { Moment } from '../../../../ui/kit/moment.tsx';
import { words } from '../../../../ui/words/words.ts';
import { IssueCode } from './issue-code.tsx';
import { IssuedCode, type NewCode } from './issued-code.tsx';
import { useShareAct } from './use-share-act.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('check-codes', text);

/** Codes that open the content for one recipient each: how often they were used, and revoking them. */
export function CheckCodes({ ano, codes }: { ano: string; codes: readonly CheckCode[] }) {
  const t = useWords();
  const [isIssuing, setIssuing] = useState(false);
  const [issued, setIssued] = useState<NewCode | null>(null);
  return (
    <section className="panel attestations-share-part">
      <header>
        <h2>{t('heading')}</h2>
        <Button type="primary" onClick={() => setIssuing(true)}>
          {t('issue')}
        </Button>
      </header>
      <p className="secondary">{t('hint')}</p>
      {codes.length === 0 ? (
        <p>{t('empty')}</p>
      ) : (
        <ul className="attestations-codes" aria-label={t('heading')}>
          {codes.map((code) => (
            <Code key={code.id} code={code} />
          ))}
        </ul>
      )}
      {isIssuing && <IssueCode ano={ano} onIssued={setIssued} onClose={() => setIssuing(false)} />}
      {issued && <IssuedCode issued={issued} onClose={() => setIssued(null)} />}
    </section>
  );
}

function Code({ code: { id, label, scope, state, uses, mostUses, expiresAt, by } }: { code: CheckCode }) {
  const t = useWords();
  const revoke = useShareAct(calls.proof.revokeCode);
  const isActive = state === 'active';
  return (
    <li data-state={state}>
      <div>
        <strong>{label}</strong>
        <p className="secondary">
          {t(scope)} · {t('uses', { uses, mostUses })} · {t('by', { by })}
        </p>
        <p className="secondary">
          {isActive ? (
            <>
              {t('until')} <Moment at={expiresAt} />
            </>
          ) : (
            t(state)
          )}
        </p>
      </div>
      {isActive && (
        <ConfirmButton
          act={t('revoke')}
          title={t('revokeTitle')}
          hint={t('revokeHint', { label })}
          keep={t('keep')}
          kind="danger"
          isPending={revoke.isPending}
          onConfirm={() => revoke.mutate({ id })}
        />
      )}
    </li>
  );
}
