import { Password } from '@proofkeep/contract';
import { Form, Input } from 'antd';
import { whenLeft } from '../../ui/forms/when-left.ts';
import { words } from '../../ui/words/words.ts';

const useWords = words('console-new-password', {
  password: ['新密码', 'New password'],
  help: [
    '8 至 128 个字符，不限种类；常见密码不能使用',
    '8 to 128 characters of any kind; common passwords are refused',
  ],
  wrong: ['密码须为 8 至 128 个字符', 'The password needs 8 to 128 characters'],
  again: ['再次输入新密码', 'The new password again'],
  differs: ['两次输入的密码不一致', 'The two are not the same'],
});

/** The fields `password` and `again` of the form they stand in. */
export function NewPassword() {
  const say = useWords();
  return (
    <>
      <Form.Item
        name="password"
        label={say('password')}
        extra={say('help')}
        {...whenLeft([
          {
            validator: (_rule, value) =>
              Password.safeParse(value).success ? Promise.resolve() : Promise.reject(new Error(say('wrong'))),
          },
        ])}
      >
        <Input.Password autoComplete="new-password" maxLength={128} size="large" />
      </Form.Item>
      <Form.Item
        name="again"
        label={say('again')}
        dependencies={['password']}
        {...whenLeft([
          ({ getFieldValue }) => ({
            validator: (_rule, value) =>
              value === getFieldValue('password') ? Promise.resolve() : Promise.reject(new Error(say('differs'))),
          }),
        ])}
      >
        <Input.Password autoComplete="new-password" maxLength={128} size="large" />
      </Form.Item>
    </>
  );
}
