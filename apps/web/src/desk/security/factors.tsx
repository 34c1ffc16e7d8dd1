import { KeyOutlined, MobileOutlined } from '@ant-design/icons';
import { calls, type Factor, factorWords } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { ask } from '../../api/ask.ts';
import { queryOf } from '../../api/queries.ts';
import { Moment } from '../../ui/kit/moment.tsx';
import { toast } from '../../ui/notices/toast.ts';
import { RecoveryCodesDialog } from '../../ui/second-factor/recovery-codes.tsx';
import type { FactorsOf } from '../../ui/step-up/confirm-dialog.tsx';
import { canUsePasskeys } from '../../ui/step-up/passkey.ts';
import { useConfirmedAct } from '../../ui/step-up/use-confirmed-act.ts';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';
import { AddPasskey } from './add-passkey.tsx';
import { AddTotp } from './add-totp.tsx';
import { AskButton } from './ask-button.tsx';
import { Section, SectionRow } from './section.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('factors', text);

export function Factors({ list, recoveryCodesLeft }: FactorsOf) {
  const t = useWords();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [adding, setAdding] = useState<'totp' | 'passkey' | null>(null);
  const { data: ways } = useQuery(queryOf(calls.signIn.ways, {}));
  const hasPasskeys = canUsePasskeys(ways?.passkeyOrigin);
  const added = (made: readonly string[] | null) => {
    setAdding(null);
    setCodes(made);
  };
  return (
    <Section title={t('title')} hint={t('hint')}>
      {list.length === 0 && <p className="security-none">{t('none')}</p>}
      {list.length > 0 && (
        <ul className="security-rows">
          {list.map((factor) => (
            <Row key={factor.id} {...factor} />
          ))}
          <CodesRow left={recoveryCodesLeft} onMade={setCodes} />
        </ul>
      )}
      <div className="actions">
        <Button icon={<MobileOutlined aria-hidden />} onClick={() => setAdding('totp')}>
          {t('addTotp')}
        </Button>
        {hasPasskeys && (
          <Button icon={<KeyOutlined aria-hidden />} onClick={() => setAdding('passkey')}>
            {t('addPasskey')}
          </Button>
        )}
      </div>
      {ways && !hasPasskeys && <p className="secondary">{t('elsewhere', { origin: ways.passkeyOrigin })}</p>}
      {adding === 'totp' && <AddTotp onAdded={added} onCancel={() => setAdding(null)} />}
      {adding === 'passkey' && <AddPasskey onAdded={added} onCancel={() => setAdding(null)} />}
      {codes && (
        <RecoveryCodesDialog codes={codes} fileName="proofkeep-recovery-codes.txt" onKept={() => setCodes(null)} />
      )}
    </Section>
  );
}

function Row({ id, kind, name, createdAt, usedAt }: Factor) {
  const t = useWords();
  const language = useLanguage();
  const remove = useConfirmedAct(
    () => ask(calls.signIn.removeFactor, { id }),
    () => toast.success(t('removed')),
  );
  return (
    <SectionRow
      name={name}
      detail={
        <>
          {wordIn(factorWords[kind], language)} · {usedAt ? t('used') : t('added')} <Moment at={usedAt ?? createdAt} />
        </>
      }
    >
      <AskButton
        act={t('remove')}
        label={t('removeOf', { name })}
        question={t('removeSure', { name })}
        isDanger
        acting={remove}
      />
    </SectionRow>
  );
}

function CodesRow({ left, onMade }: { left: number; onMade: (codes: readonly string[]) => void }) {
  const t = useWords();
  const make = useConfirmedAct(
    () => ask(calls.signIn.newRecoveryCodes, {}),
    ({ recoveryCodes }) => onMade(recoveryCodes),
  );
  return (
    <SectionRow name={t('codes')} detail={t('codesLeft', { count: left })}>
      <AskButton act={t('newCodes')} question={t('newSure')} acting={make} />
    </SectionRow>
  );
}
