import { type CookieProfile, calls, cookieProfiles, type SentOf } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { Button, Form, Input, Select } from 'antd';
import { useState } from 'react';
import { ask } from '../../../api/ask.ts';
import { queries, queryOf } from '../../../api/queries.ts';
import { refresh, useAct } from '../../../api/refresh.ts';
import { ConfirmButton } from '../../../ui/forms/confirm-button.tsx';
import { FormDialog } from '../../../ui/forms/form-dialog.tsx';
import { ErrorPanel } from '../../../ui/notices/error-panel.tsx';
import { moment } from '../../../ui/words/formatters.ts';
import { words } from '../../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('cookie-profile', text);

const days = [1, 7, cookieProfiles.days];
const listed = queryOf(calls.attestations.cookieProfiles, {});

/** Selects the signed-in profile with which the pages are opened; profiles are added and deleted here, too. */
export function CookieProfileField() {
  const t = useWords();
  const form = Form.useFormInstance();
  const { data, error, isLoading, refetch } = useQuery(listed);
  const remove = useAct(calls.attestations.deleteCookieProfile, 'cookieProfiles');
  const [isAdding, setAdding] = useState(false);
  const profiles = data?.list ?? [];
  const free = profiles.filter(({ submissionId }) => submissionId === null);
  const inUse = profiles.filter(({ submissionId }) => submissionId !== null);
  const wanted: string | undefined = Form.useWatch('cookieProfileId', form);
  const chosen = free.find(({ id }) => id === wanted);
  const choose = (profile: CookieProfile | null) => form.setFieldValue('cookieProfileId', profile?.id);
  return (
    <div className="attestations-new-profiles">
      <Form.Item name="cookieProfileId" label={t('label')} extra={t('hint')}>
        <Select
          allowClear
          loading={isLoading}
          placeholder={t('none')}
          notFoundContent={data ? t('empty') : null}
          options={free.map(({ id, name, site, expiresAt }) => ({
            value: id,
            label: t('option', { name, site, time: moment(expiresAt) }),
          }))}
        />
      </Form.Item>
      {error && !data && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      <div className="actions">
        <Button onClick={() => setAdding(true)}>{t('add')}</Button>
        {chosen && (
          <DeleteProfile
            profile={chosen}
            isPending={remove.isPending}
            onConfirm={() => remove.mutate({ id: chosen.id }, { onSuccess: () => choose(null) })}
          />
        )}
      </div>
      {inUse.map((profile) => (
        <div className="actions" key={profile.id}>
          <span className="secondary">{t('inUse', { name: profile.name, site: profile.site })}</span>
          <DeleteProfile
            profile={profile}
            isPending={remove.isPending}
            onConfirm={() => remove.mutate({ id: profile.id })}
          />
        </div>
      ))}
      {isAdding && <AddProfile onAdded={choose} onClose={() => setAdding(false)} />}
    </div>
  );
}

function DeleteProfile(o: { profile: CookieProfile; isPending: boolean; onConfirm: () => void }) {
  const t = useWords();
  const { name } = o.profile;
  return (
    <ConfirmButton
      act={t('delete', { name })}
      title={t('deleteTitle', { name })}
      hint={t('deleteHint')}
      keep={t('keep')}
      kind="danger"
      isPending={o.isPending}
      onConfirm={o.onConfirm}
    />
  );
}

type Values = SentOf<typeof calls.attestations.saveCookieProfile>;

function AddProfile({ onAdded, onClose }: { onAdded: (profile: CookieProfile) => void; onClose: () => void }) {
  const t = useWords();
  const rules = [{ required: true, whitespace: true, message: t('missing') }];
  return (
    <FormDialog<Values>
      title={t('add')}
      act={t('save')}
      initialValues={{ days: 1 }}
      about={<p className="secondary">{t('about')}</p>}
      send={async (values) => {
        const saved = await ask(calls.attestations.saveCookieProfile, values);
        // Set before selecting it: a selected profile that isn't in the list would show as its id.
        queries.setQueryData(listed.queryKey, (old) => old && { list: [...old.list, saved] });
        onAdded(saved);
        refresh('cookieProfiles');
        onClose();
      }}
      onClose={onClose}
    >
      <Form.Item name="name" label={t('name')} rules={rules}>
        <Input maxLength={cookieProfiles.name} autoComplete="off" />
      </Form.Item>
      <Form.Item name="site" label={t('site')} extra={t('siteHint')} rules={rules}>
        <Input placeholder="shop.example.com" autoComplete="off" spellCheck={false} />
      </Form.Item>
      <Form.Item name="cookies" label={t('cookies')} extra={t('cookiesHint')} rules={rules}>
        <Input.TextArea rows={4} className="mono" autoComplete="off" spellCheck={false} />
      </Form.Item>
      <Form.Item name="days" label={t('days')}>
        <Select options={days.map((value) => ({ value, label: t('day', { count: value }) }))} />
      </Form.Item>
    </FormDialog>
  );
}
