import type { Call, SentOf } from '@proofkeep/contract';
import { ask } from '../../../api/ask.ts';
import { ActDialog } from '../../../ui/forms/act-dialog.tsx';
import { toast } from '../../../ui/notices/toast.ts';
import type { ActProps } from './act.ts';

export interface ConfirmedProps<C extends Call> extends ActProps {
  call: C;
  /** Input besides the matter and its version. */
  more?: Omit<SentOf<C>, 'id' | 'version'>;
  isPrimary?: boolean;
  act: string;
  title: string;
  /** Consequences, one paragraph each. */
  hint: readonly string[];
  done: string;
}

/** An action that needs no input beyond the confirmation; refusals show in its dialog. */
export function Confirmed<C extends Call>({
  matter,
  onChanged,
  call,
  more,
  isPrimary,
  act,
  title,
  hint,
  done,
}: ConfirmedProps<C>) {
  const { id, version } = matter;
  return (
    <ActDialog
      button={isPrimary ? { type: 'primary' } : {}}
      title={title}
      label={act}
      act={act}
      about={hint.map((paragraph) => <p key={paragraph}>{paragraph}</p>)}
      send={() => ask(call, { id, version, ...more } as unknown as SentOf<C>)}
      onSent={async () => {
        toast.success(done);
        await onChanged();
      }}
    >
      {null}
    </ActDialog>
  );
}
