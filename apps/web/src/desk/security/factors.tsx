import { KeyOutlined, MobileOutlined } from '@ant-design/icons';
import { calls, type Factor, factorWords } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { Button, Popconfirm } from 'antd';
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
import { Section } from './section.tsx';

const useWords = words('factors', {
  title: ['两步验证', 'Second step'],
  hint: [
    '开启后，仅凭密码或短信验证码无法登录。通行密钥还可以直接登录，无需密码。',
    'With it a password or a text message alone signs nobody in. A passkey also signs you in by itself.',
  ],
  none: [
    '尚未开启。密码一旦泄露，账号就没有其他保护。',
    'Off: should your password leak, nothing else protects the account.',
  ],
  addTotp: ['添加验证器应用', 'Add an authenticator app'],
  addPasskey: ['添加通行密钥', 'Add a passkey'],
  elsewhere: [
    '通行密钥只能在 {origin} 使用，请从该网址打开本页后添加。',
    'Passkeys work at {origin} alone: open this page there to add one.',
  ],
  added: ['添加于', 'Added'],
  used: ['上次使用', 'Last used'],
  remove: ['移除', 'Remove'],
  removeOf: ['移除“{name}”', 'Remove “{name}”'],
  removeSure: ['移除“{name}”？之后不能再用它登录。', 'Remove “{name}”? It signs you in no more.'],
  keep: ['保留', 'Keep it'],
  removed: ['已移除', 'Removed'],
  codes: ['恢复码', 'Recovery codes'],
  codesLeft_one: ['还有 {count} 个未使用', '{count} left'],
  codesLeft_other: ['还有 {count} 个未使用', '{count} left'],
  newCodes: ['生成新的恢复码', 'Make new ones'],
  newSure: ['生成后，之前的恢复码全部作废。', 'The ones you have become void.'],
});

export function Factors({ list, recoveryCodesLeft }: FactorsOf) {
  const say = useWords();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [adding, setAdding] = useState<'totp' | 'passkey' | null>(null);
  const { data: ways } = useQuery(queryOf(calls.signIn.ways, {}));
  const hasPasskeys = canUsePasskeys(ways?.passkeyOrigin);
  const added = (made: readonly string[] | null) => {
    setAdding(null);
    setCodes(made);
  };
  return (
    <Section title={say('title')} hint={say('hint')}>
      {list.length === 0 && <p className="security-none">{say('none')}</p>}
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
          {say('addTotp')}
        </Button>
        {hasPasskeys && (
          <Button icon={<KeyOutlined aria-hidden />} onClick={() => setAdding('passkey')}>
            {say('addPasskey')}
          </Button>
        )}
      </div>
      {ways && !hasPasskeys && <p className="secondary">{say('elsewhere', { origin: ways.passkeyOrigin })}</p>}
      {adding === 'totp' && <AddTotp onAdded={added} onCancel={() => setAdding(null)} />}
      {adding === 'passkey' && <AddPasskey onAdded={added} onCancel={() => setAdding(null)} />}
      {codes && (
        <RecoveryCodesDialog codes={codes} fileName="proofkeep-recovery-codes.txt" onKept={() => setCodes(null)} />
      )}
    </Section>
  );
}

function Row({ id, kind, name, createdAt, usedAt }: Factor) {
  const say = useWords();
  const language = useLanguage();
  const remove = useConfirmedAct(
    () => ask(calls.signIn.removeFactor, { id }),
    () => toast.success(say('removed')),
  );
  return (
    <li>
      <div>
        <p className="security-name">{name}</p>
        <p className="secondary">
          {wordIn(factorWords[kind], language)} · {usedAt ? say('used') : say('added')}{' '}
          <Moment at={usedAt ?? createdAt} />
        </p>
      </div>
      <Popconfirm
        title={say('removeSure', { name })}
        okText={say('remove')}
        cancelText={say('keep')}
        okButtonProps={{ danger: true }}
        onConfirm={() => remove.mutate(undefined)}
      >
        <Button loading={remove.isPending} aria-label={say('removeOf', { name })}>
          {say('remove')}
        </Button>
      </Popconfirm>
    </li>
  );
}

function CodesRow({ left, onMade }: { left: number; onMade: (codes: readonly string[]) => void }) {
  const say = useWords();
  const make = useConfirmedAct(
    () => ask(calls.signIn.newRecoveryCodes, {}),
    ({ recoveryCodes }) => onMade(recoveryCodes),
  );
  return (
    <li>
      <div>
        <p className="security-name">{say('codes')}</p>
        <p className="secondary">{say('codesLeft', { count: left })}</p>
      </div>
      <Popconfirm
        title={say('newSure')}
        okText={say('newCodes')}
        cancelText={say('keep')}
        onConfirm={() => make.mutate(undefined)}
      >
        <Button loading={make.isPending}>{say('newCodes')}</Button>
      </Popconfirm>
    </li>
  );
}
