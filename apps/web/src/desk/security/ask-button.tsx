import { Button, Popconfirm } from 'antd';
import { words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('ask-button', text);

interface Props {
  act: string;
  /** Name of the button for screen readers, if the act alone doesn't say what it acts on. */
  label?: string;
  question: string;
  isDanger?: boolean;
  acting: { isPending: boolean; mutate: (input: undefined) => void };
}

/** A button that asks beside itself before it acts. */
export function AskButton({ act, label, question, isDanger = false, acting }: Props) {
  const t = useWords();
  return (
    <Popconfirm
      title={question}
      okText={act}
      cancelText={t('keep')}
      okButtonProps={{ danger: isDanger }}
      onConfirm={() => acting.mutate(undefined)}
    >
      <Button loading={acting.isPending} aria-label={label}>
        {act}
      </Button>
    </Popconfirm>
  );
}
