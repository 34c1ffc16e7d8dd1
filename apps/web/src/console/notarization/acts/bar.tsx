import { matterStateTable } from '@proofkeep/contract';
import { DecisionBar } from '../../ui/split.tsx';
import type { ActProps, Acts } from './act.ts';
import { Accept, ConfirmIdentities, EndSession, InterruptSession, StartSession } from './advance.tsx';
import { RequestCorrection } from './correction.tsx';
import { Decline, Reject, Terminate } from './end.tsx';
import { Issue } from './issue.tsx';
import { Pause } from './pause.tsx';
import { Amend, Reopen, WaiveFee } from './with-reason.tsx';

/** In the order of the bar: actions that end or send back are on the left, actions that advance the matter on the right. */
const acts: Acts = {
  decline: Decline,
  reject: Reject,
  terminate: Terminate,
  'waive-fee': WaiveFee,
  'request-correction': RequestCorrection,
  reopen: Reopen,
  interrupted: InterruptSession,
  'return-documents': Amend,
  accept: Accept,
  'identity-ok': ConfirmIdentities,
  'start-now': StartSession,
  start: StartSession,
  'session-ok': EndSession,
  amend: Amend,
  issue: Issue,
};

/** The actions that the state table currently allows a notary. */
export function ActBar(props: ActProps) {
  const allowed: readonly string[] = matterStateTable.allowed(props.matter.state, 'notary');
  const shown = Object.entries(acts).filter(([event]) => allowed.includes(event));
  if (shown.length === 0) return null;
  return (
    <DecisionBar>
      <Pause {...props} />
      {shown.map(([event, Act]) => (
        <Act key={event} {...props} />
      ))}
    </DecisionBar>
  );
}
