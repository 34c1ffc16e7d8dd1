import './forms.css';
import { Alert } from '../plain/alert.tsx';

/** A refusal that belongs to no field, at the head of a form. */
export function Refusal({ children }: { children: string | null }) {
  return (
    children && (
      <div className="form-refusal">
        <Alert kind="error" title={children} />
      </div>
    )
  );
}
