import './forms.css';
import { Alert } from '../plain/alert.tsx';

/** A refusal about no particular field, at the top of a form. */
export function Refusal({ children }: { children: string | null }) {
  return (
    children && (
      <div className="form-refusal">
        <Alert kind="error" title={children} />
      </div>
    )
  );
}
