import './undo-line.css';
import { Button } from 'antd';

interface Props {
  /** What was done; null if there is nothing to undo. */
  done: string | null;
  act: string;
  isPending: boolean;
  onUndo: () => void;
}

/** Offers to undo what was done last. Stays until used or replaced; no time limit. */
export const UndoLine = ({ done, act, isPending, onUndo }: Props) => (
  <div role="status">
    {done !== null && (
      <p className="undo-line">
        {done}
        <Button type="link" size="small" loading={isPending} onClick={onUndo}>
          {act}
        </Button>
      </p>
    )}
  </div>
);
