import {
  calls,
  emailLength,
  type InvoiceKind,
  invoiceKinds,
  invoiceKindWords,
  isForSpecial,
  type KeptHeader,
} from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { Button, Form, Input, Radio, Select } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { z } from 'zod';
import { queryOf } from '../../api/queries.ts';
import { refresh } from '../../api/refresh.ts';
import { paths } from '../../ui/address/paths.ts';
import { validateOnBlur } from '../../ui/forms/validate-on-blur.ts';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';
import { addresses, headers } from './acts.ts';
import { HeaderForm } from './header-form.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('invoice-ask-for', text);

export interface EnteredApplication {
  headerId?: string;
  kind: InvoiceKind;
  by: 'email' | 'paper';
  email?: string;
  addressId?: string;
}

/** Input for the call: only the chosen delivery method. */
export const deliveryOf = ({ by, email, addressId }: EnteredApplication) =>
  by === 'email' ? { email: email ?? '' } : { addressId: addressId ?? '' };

const isEmail = (text: unknown): boolean => z.email().safeParse(String(text ?? '').trim()).success;
const must = (isRight: (value: unknown) => boolean, message: string) => ({
  validator: (_rule: unknown, value: unknown) =>
    isRight(value) ? Promise.resolve() : Promise.reject(new Error(message)),
});

/** Fields of an application; must be inside a form. */
export function ApplicationFields() {
  const form = Form.useFormInstance<EnteredApplication>();
  const { data } = useQuery(headers);
  const headerId = Form.useWatch('headerId', form);
  const by = Form.useWatch('by', form);
  const header = data?.list.find(({ id }) => id === headerId);
  return (
    <>
      <HeaderField list={data?.list} onAdded={({ id }) => form.setFieldValue('headerId', id)} />
      <KindField isSpecialPossible={header !== undefined && isForSpecial(header)} />
      <Delivery by={by ?? 'email'} />
    </>
  );
}

function HeaderField({
  list,
  onAdded,
}: {
  list: readonly KeptHeader[] | undefined;
  onAdded: (header: KeptHeader) => void;
}) {
  const t = useWords();
  const [isAdding, setAdding] = useState(false);
  return (
    <>
      <div className="invoices-header-field">
        <Form.Item name="headerId" label={t('header')} rules={[must(Boolean, t('headerWrong'))]}>
          <Select
            size="large"
            placeholder={t('choose')}
            loading={list === undefined}
            options={list?.map(({ id, title, taxNumber }) => ({
              value: id,
              label: taxNumber ? `${title} · ${taxNumber}` : title,
            }))}
          />
        </Form.Item>
        <Button size="large" onClick={() => setAdding(true)}>
          {t('add')}
        </Button>
      </div>
      {isAdding && (
        <HeaderForm
          header={null}
          onClose={() => setAdding(false)}
          onSaved={async (header) => {
            setAdding(false);
            await refresh('invoiceHeaders');
            onAdded(header);
          }}
        />
      )}
    </>
  );
}

function KindField({ isSpecialPossible }: { isSpecialPossible: boolean }) {
  const t = useWords();
  const language = useLanguage();
  return (
    <Form.Item
      name="kind"
      label={t('kind')}
      extra={isSpecialPossible ? undefined : t('special')}
      rules={[must((kind) => kind === 'ordinary' || isSpecialPossible, t('special'))]}
    >
      <Radio.Group
        options={invoiceKinds.map((value) => ({
          value,
          label: wordIn(invoiceKindWords[value], language),
          disabled: value === 'special' && !isSpecialPossible,
        }))}
      />
    </Form.Item>
  );
}

function Delivery({ by }: { by: 'email' | 'paper' }) {
  const t = useWords();
  const { data: book } = useQuery({ ...addresses, enabled: by === 'paper' });
  const { data: settings } = useQuery(queryOf(calls.messages.notificationSettings, {}));
  const address = book?.list.length === 0;
  return (
    <>
      <Form.Item name="by" label={t('by')}>
        <Radio.Group
          options={[
            { value: 'email', label: t('byEmail') },
            { value: 'paper', label: t('byPaper') },
          ]}
        />
      </Form.Item>
      {by === 'email' ? (
        <Form.Item
          name="email"
          label={t('email')}
          extra={t('emailHint')}
          {...validateOnBlur([must(isEmail, t('emailWrong'))])}
        >
          <Input
            type="email"
            autoComplete="email"
            size="large"
            maxLength={emailLength}
            placeholder={settings?.email ?? ''}
          />
        </Form.Item>
      ) : (
        <Form.Item
          name="addressId"
          label={t('address')}
          extra={
            address && (
              <>
                {t('noAddress')} <Link to={paths.addresses}>{t('toAddresses')}</Link>
              </>
            )
          }
          rules={[must(Boolean, t('addressWrong'))]}
        >
          <Select
            size="large"
            disabled={!book || address}
            options={book?.list.map(({ id, recipient, region, detail }) => ({
              value: id,
              label: `${recipient} · ${region} ${detail}`,
            }))}
          />
        </Form.Item>
      )}
    </>
  );
}
