import './forms.css';
import { Alert } from 'antd';

/** What the server refused and belongs to no field, at the head of a form. */
export function Refusal({ children }: { children: string | null }) {
  return children && <Alert className="form-refusal" type="error" showIcon title={children} role="alert" />;
}
