import { Alert } from 'antd';

/** What the server refused and belongs to no field. */
export function Refusal({ children }: { children: string | null }) {
  return children && <Alert className="account-alert" type="error" showIcon title={children} role="alert" />;
}
