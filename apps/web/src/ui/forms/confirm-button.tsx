import type { UseMutationResult } from '@tanstack/react-query';
import { Button, Modal } from 'antd';
import { useState } from 'react';

interface Props {
  /** Action name, on the button and in the confirmation. */
  act: string;
  title: string;
  /** Name of the button for screen readers, if the action's name alone doesn't say what it acts on. */
  label?: string | undefined;
  /** Consequence of the action, and whether it can be undone. */
  hint: string;
  keep: string;
  kind: 'primary' | 'danger';
  /** Without a frame: in a row of a list. */
  isQuiet?: boolean;
  isPending: boolean;
  onConfirm: () => void;
}

export function ConfirmButton({ act, label, title, hint, keep, kind, isQuiet = false, isPending, onConfirm }: Props) {
  const [isAsking, setAsking] = useState(false);
  const look = kind === 'danger' ? { danger: true } : { type: 'primary' as const };
  return (
    <>
      <Button
        {...look}
        {...(isQuiet && { type: 'text' as const })}
        loading={isPending}
        aria-label={label}
        onClick={() => setAsking(true)}
      >
        {act}
      </Button>
      <Modal
        open={isAsking}
        title={title}
        okText={act}
        okButtonProps={look}
        cancelText={keep}
        onOk={() => {
          setAsking(false);
          onConfirm();
        }}
        onCancel={() => setAsking(false)}
        width={440}
        destroyOnHidden
      >
        <p>{hint}</p>
      </Modal>
    </>
  );
}

type Texts<Act extends string> = (name: Act | `${Act}Title` | `${Act}Hint` | 'keep') => string;
type Acting<Input> = Pick<UseMutationResult<unknown, Error, Input>, 'isPending' | 'mutate'>;

/**
 * An action by its mutation, with its texts from a table of words: `remove`, `removeTitle`, `removeHint`, and `keep` for its
 * cancel button.
 */
export const confirmAct = <Act extends string, Input>(
  t: Texts<Act>,
  act: Act,
  acting: Acting<Input>,
  input: Input,
  onSuccess?: () => void,
) => ({
  act: t(act),
  title: t(`${act}Title`),
  hint: t(`${act}Hint`),
  keep: t('keep'),
  isPending: acting.isPending,
  onConfirm: () => acting.mutate(input, onSuccess && { onSuccess }),
});
