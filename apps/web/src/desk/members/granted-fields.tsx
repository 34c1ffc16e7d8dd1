import { mostSpendingLimitCents, type Permission, permissions, permissionWords } from '@proofkeep/contract';
import { Checkbox, Form, InputNumber } from 'antd';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('granted-fields', text);

/** Form values; `grantedOf` turns them into call input. */
export interface Granted {
  permissions: Permission[];
  limitYuan: number | null;
}

const mostYuan = mostSpendingLimitCents / 100;

export const grantedOf = ({ permissions: granted, limitYuan }: Granted) => ({
  permissions: granted,
  spendingLimitCents: limitYuan === null ? null : Math.round(limitYuan * 100),
});

export const typedOf = (o: { permissions: Permission[]; spendingLimitCents: number | null }): Granted => ({
  permissions: o.permissions,
  limitYuan: o.spendingLimitCents === null ? null : o.spendingLimitCents / 100,
});

export const nothingGranted: Granted = { permissions: ['evidence', 'preserve'], limitYuan: null };

/** Permissions and spending limit of a member. */
export function GrantedFields() {
  const t = useWords();
  const language = useLanguage();
  const options = permissions.map((value) => ({ value, label: wordIn(permissionWords[value], language) }));
  return (
    <>
      <fieldset className="members-granted">
        <legend>{t('permissions')}</legend>
        <Form.Item name="permissions" noStyle>
          <Checkbox.Group options={options} />
        </Form.Item>
      </fieldset>
      <Form.Item name="limitYuan" label={t('limit')} extra={t('limitHint')}>
        <InputNumber min={0} max={mostYuan} precision={2} prefix="¥" size="large" className="members-limit" />
      </Form.Item>
    </>
  );
}
