import { Button, Popconfirm } from 'antd';

interface Props {
  act: string;
  /** Name of the button for screen readers, if the act alone doesn't say what it acts on. */
  label?: string;
  question: string;
  keep: string;
  isDanger?: boolean;
  acting: { isPending: boolean; mutate: (input: undefined) => void };
}

/** A button that asks beside itself before it acts. */
export const AskButton = ({ act, label, question, keep, isDanger = false, acting }: Props) => (
  <Popconfirm
    title={question}
    okText={act}
    cancelText={keep}
    okButtonProps={{ danger: isDanger }}
    onConfirm={() => acting.mutate(undefined)}
  >
    <Button loading={acting.isPending} aria-label={label}>
      {act}
    </Button>
  </Popconfirm>
);
