import { isPassword, passwordLength } from '@proofkeep/contract';
import { Form, Input } from 'antd';
import { meets, validateOnBlur } from '../../ui/forms/validate-on-blur.ts';
import { words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('console-new-password', text);

/** Fields `password` and `again` of the surrounding form. */
export function NewPassword() {
  const t = useWords();
  return (
    <>
      <Form.Item
        name="password"
        label={t('password')}
        extra={t('help')}
        {...validateOnBlur([meets(isPassword, t('wrong'))])}
      >
        <Input.Password autoComplete="new-password" maxLength={passwordLength.max} size="large" />
      </Form.Item>
      <Form.Item
        name="again"
        label={t('again')}
        dependencies={['password']}
        {...validateOnBlur([
          ({ getFieldValue }) => ({
            validator: (_rule, value) =>
              value === getFieldValue('password') ? Promise.resolve() : Promise.reject(new Error(t('differs'))),
          }),
        ])}
      >
        <Input.Password autoComplete="new-password" maxLength={passwordLength.max} size="large" />
      </Form.Item>
    </>
  );
}
