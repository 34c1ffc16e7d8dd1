import './addresses.css';
import { type Address, calls } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { queryOf } from '../../api/queries.ts';
import { refresh } from '../../api/refresh.ts';
import { useTitle } from '../../ui/address/title.ts';
import { EmptyState } from '../../ui/notices/empty-state.tsx';
import { ErrorPanel } from '../../ui/notices/error-panel.tsx';
import { Skeleton } from '../../ui/notices/skeleton.tsx';
import { toast } from '../../ui/notices/toast.ts';
import { UndoLine } from '../../ui/notices/undo-line.tsx';
import { words } from '../../ui/words/words.ts';
import { listing, useDelete, useMakeDefault, useUndo } from './acts.ts';
import { AddressForm } from './address-form.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('addresses', text);

export function Component() {
  const t = useWords();
  useTitle(t('title'));
  const { data: me } = useQuery(queryOf(calls.account.accountInfo, {}));
  const { data, error, refetch } = useQuery(listing);
  const [edited, setEdited] = useState<Address | 'new' | null>(null);
  const [deleted, setDeleted] = useState<Address | null>(null);
  const undo = useUndo();
  const mayChange = me?.permissions.includes('addresses') ?? false;
  if (error && !data) return <ErrorPanel error={error} onRetry={() => void refetch()} />;
  const add = (
    <Button type="primary" onClick={() => setEdited('new')}>
      {t('add')}
    </Button>
  );
  return (
    <>
      <div className="page-heading">
        <h1>{t('title')}</h1>
        {mayChange && data && data.list.length > 0 && add}
      </div>
      <p className="secondary addresses-hint">{t(me && !mayChange ? 'readOnly' : 'hint')}</p>
      <UndoLine
        done={deleted && t('deleted', { recipient: deleted.recipient })}
        act={t('undo')}
        isPending={undo.isPending}
        onUndo={() => deleted && undo.mutate(deleted, { onSuccess: () => setDeleted(null) })}
      />
      {!data && <Skeleton rows={6} />}
      {data?.list.length === 0 && (
        <EmptyState title={t('none')} hint={t('noneHint')}>
          {mayChange && add}
        </EmptyState>
      )}
      <ul className="addresses" aria-label={t('list')}>
        {data?.list.map((address) => (
          <Card
            key={address.id}
            address={address}
            mayChange={mayChange}
            onEdit={() => setEdited(address)}
            onDeleted={() => setDeleted(address)}
          />
        ))}
      </ul>
      {edited && (
        <AddressForm
          address={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
          onSaved={() => {
            setEdited(null);
            toast.success(t('saved'));
            void refresh('addresses');
          }}
        />
      )}
    </>
  );
}

interface CardProps {
  address: Address;
  mayChange: boolean;
  onEdit: () => void;
  onDeleted: () => void;
}

function Card({ address, mayChange, onEdit, onDeleted }: CardProps) {
  const t = useWords();
  const { recipient, phone, region, detail, isDefault } = address;
  const makeDefault = useMakeDefault();
  const remove = useDelete();
  const labelOf = (act: 'edit' | 'remove' | 'makeDefault') => t('actOn', { act: t(act), recipient, detail });
  return (
    <li className="panel">
      <p className="addresses-who">
        <strong>{recipient}</strong>
        <span className="numbers">{phone}</span>
        {isDefault && (
          <span className="chip" data-tone="busy">
            {t('isDefault')}
          </span>
        )}
      </p>
      <p lang="zh-CN">
        {region} {detail}
      </p>
      {mayChange && (
        <div className="actions">
          <Button aria-label={labelOf('edit')} onClick={onEdit}>
            {t('edit')}
          </Button>
          <Button
            aria-label={labelOf('remove')}
            loading={remove.isPending}
            onClick={() => remove.mutate(address, { onSuccess: onDeleted })}
          >
            {t('remove')}
          </Button>
          {!isDefault && (
            <Button
              aria-label={labelOf('makeDefault')}
              loading={makeDefault.isPending}
              onClick={() => makeDefault.mutate(address)}
            >
              {t('makeDefault')}
            </Button>
          )}
        </div>
      )}
    </li>
  );
}
