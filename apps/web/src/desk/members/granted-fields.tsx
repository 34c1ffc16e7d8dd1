import {
  includedBy,
  mostSpendingLimitCents,
  type Permission,
  permissions,
  permissionWords,
  type Scope,
  scopes,
  scopeWords,
  withIncluded,
} from '@proofkeep/contract';
import { Checkbox, Form, Radio } from 'antd';
import { wordOptions } from '../../ui/forms/word-options.ts';
import { YuanInput } from '../../ui/forms/yuan-input.tsx';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('granted-fields', text);

/** Form values; `grantedOf` turns them into call input. */
export interface Granted {
  permissions: Permission[];
  scope: Scope;
  limitYuan: number | null;
}

const mostYuan = mostSpendingLimitCents / 100;

export const grantedOf = ({ permissions: granted, scope, limitYuan }: Granted) => ({
  permissions: granted,
  scope,
  spendingLimitCents: limitYuan === null ? null : Math.round(limitYuan * 100),
});

export const typedOf = (o: {
  permissions: Permission[];
  scope: Scope;
  spendingLimitCents: number | null;
}): Granted => ({
  permissions: o.permissions,
  scope: o.scope,
  limitYuan: o.spendingLimitCents === null ? null : o.spendingLimitCents / 100,
});

export const nothingGranted: Granted = { permissions: ['preserve', 'evidence'], scope: 'own', limitYuan: null };

/** Permissions, scope and spending limit of a member. */
export function GrantedFields() {
  const t = useWords();
  const language = useLanguage();
  const granted: Permission[] = Form.useWatch('permissions') ?? [];
  const options = permissions.map((value) => {
    const including = includedBy(value);
    const isIncluded = including !== undefined && granted.includes(including);
    return { value, label: wordIn(permissionWords[value], language), disabled: isIncluded };
  });
  return (
    <>
      <fieldset className="members-granted">
        <legend>{t('permissions')}</legend>
        <Form.Item name="permissions" noStyle normalize={(chosen: Permission[]) => withIncluded(chosen)}>
          <Checkbox.Group options={options} />
        </Form.Item>
      </fieldset>
      <fieldset className="members-granted" disabled={!granted.includes('evidence')}>
        <legend>{t('scope')}</legend>
        <Form.Item name="scope" noStyle>
          <Radio.Group disabled={!granted.includes('evidence')} options={wordOptions(scopes, scopeWords, language)} />
        </Form.Item>
      </fieldset>
      <Form.Item name="limitYuan" label={t('limit')} extra={t('limitHint')}>
        <YuanInput min={0} max={mostYuan} precision={2} size="large" className="members-limit" />
      </Form.Item>
    </>
  );
}
