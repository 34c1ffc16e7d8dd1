import { calls } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { queryOf } from '../../../api/queries.ts';
import { words } from '../../../ui/words/words.ts';
import { useApplication } from './application.ts';
import { Field } from './field.tsx';
import { Part } from './part.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('matter-office', text);

/** The office, and one of its notaries if the applicant prefers a particular one. */
export function OfficePart() {
  const t = useWords();
  const { entered, change } = useApplication();
  const { data } = useQuery(queryOf(calls.notarization.notaryOffices, {}));
  const office = data?.list.find(({ id }) => id === entered.officeId);
  return (
    <Part name="office" title={t('title')} hint={data?.list.length === 0 ? t('none') : t('hint')}>
      <Field name="officeId" label={t('office')} help={office && `${office.address} · ${office.phone}`}>
        <Select
          id="officeId"
          size="large"
          loading={data === undefined}
          disabled={data?.list.length === 0}
          placeholder={t('choose')}
          showSearch={{ optionFilterProp: 'label' }}
          value={office ? office.id : null}
          onChange={(officeId) => change({ officeId, notaryId: null })}
          options={data?.list.map(({ id, name }) => ({ value: id, label: name }))}
        />
      </Field>
      {office && office.notaries.length > 0 && (
        <Field name="notaryId" label={t('notary')}>
          <Select
            id="notaryId"
            size="large"
            value={entered.notaryId ?? ''}
            onChange={(id) => change({ notaryId: id === '' ? null : id })}
            options={[
              { value: '', label: t('any') },
              ...office.notaries.map(({ id, name, licenceNo }) => ({ value: id, label: `${name} · ${licenceNo}` })),
            ]}
          />
        </Field>
      )}
    </Part>
  );
}
