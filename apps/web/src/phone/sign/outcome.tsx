import { pageNow, partyPagePath } from '@proofkeep/contract';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '../../ui/plain/button.tsx';
import type { TaskProps } from './task-page.tsx';

interface Props extends Pick<TaskProps, 'nid' | 'matter'> {
  tone: 'done' | 'again' | 'wait';
  title: string;
  /** Label of the button to the page that is due; null if others have to act. */
  label: string | null;
  children: ReactNode;
}

/** Outcome of a task, and the button to the next one. */
export function Outcome({ nid, matter, tone, title, label, children }: Props) {
  const navigate = useNavigate();
  return (
    <>
      <div className="phone-outcome panel" data-tone={tone} role="status">
        <h2>{title}</h2>
        {children}
      </div>
      {label !== null && (
        <div className="phone-acts">
          <Button kind="primary" isBlock onClick={() => void navigate(partyPagePath(pageNow(matter), nid))}>
            {label}
          </Button>
        </div>
      )}
    </>
  );
}
