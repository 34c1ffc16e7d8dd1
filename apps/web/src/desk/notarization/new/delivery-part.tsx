import { calls, matterAddressLength, matterKindFacts, matterLimits } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { Input, InputNumber, Radio, Select, Switch } from 'antd';
import { queryOf } from '../../../api/queries.ts';
import { words } from '../../../ui/words/words.ts';
import { useApplication } from './application.ts';
import { Field } from './field.tsx';
import { Part } from './part.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('matter-delivery', text);

/** How the deed is delivered, how many copies, and whether there is a video session. */
export function DeliveryPart() {
  const t = useWords();
  const { entered, change } = useApplication();
  const { delivery, copies, wantsVideo, kind } = entered;
  const { data: template } = useQuery(queryOf(calls.notarization.matterTemplate, { kind }));
  const isOffered = template?.isVideoOffered ?? false;
  const isVideoRequired = isOffered && !matterKindFacts[kind].mayOmitSession;
  const hint = isOffered ? (isVideoRequired ? 'videoRequired' : 'videoHint') : 'videoGone';
  return (
    <Part name="delivery" title={t('title')}>
      <Field name="delivery.way" label={t('way')}>
        <Radio.Group
          id="delivery.way"
          value={delivery.way}
          onChange={({ target }) => change({ delivery: { ...delivery, way: target.value as 'download' | 'post' } })}
          options={[
            { value: 'download', label: t('download') },
            { value: 'post', label: t('post') },
          ]}
        />
      </Field>
      {delivery.way === 'post' && <Address />}
      <Field name="copies" label={t('copies')}>
        <InputNumber<number>
          id="copies"
          size="large"
          min={1}
          max={matterLimits.copies}
          precision={0}
          value={copies}
          onChange={(count) => change({ copies: count ?? 1 })}
        />
      </Field>
      {template && (isOffered || wantsVideo) && (
        <Field name="wantsVideo" label={t('video')} help={t(hint)}>
          <Switch
            id="wantsVideo"
            checked={wantsVideo || isVideoRequired}
            disabled={isVideoRequired}
            onChange={(isWanted) => change({ wantsVideo: isWanted })}
          />
        </Field>
      )}
    </Part>
  );
}

function Address() {
  const t = useWords();
  const { entered, change } = useApplication();
  const { data: me } = useQuery(queryOf(calls.account.accountInfo, {}));
  const mayReadBook = me?.permissions.includes('addresses') ?? false;
  const { data } = useQuery({ ...queryOf(calls.addresses.addresses, {}), enabled: mayReadBook });
  const book =
    data?.list.map(({ recipient, phone, region, detail }) => `${recipient}，${phone}，${region}${detail}`) ?? [];
  const set = (address: string) => change({ delivery: { way: 'post', address } });
  return (
    <Field name="delivery.address" label={t('address')} help={t('addressHint')}>
      <div className="notarization-address">
        {book.length > 0 && (
          <Select
            aria-label={t('book')}
            placeholder={t('book')}
            size="large"
            value={book.includes(entered.delivery.address) ? entered.delivery.address : null}
            onChange={set}
            options={book.map((value) => ({ value, label: value }))}
          />
        )}
        <Input.TextArea
          id="delivery.address"
          rows={2}
          maxLength={matterAddressLength.max}
          value={entered.delivery.address}
          onChange={({ target }) => set(target.value)}
        />
      </div>
    </Field>
  );
}
