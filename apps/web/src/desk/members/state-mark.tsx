import { CheckCircleOutlined, ClockCircleOutlined, MinusCircleOutlined } from '@ant-design/icons';

const icons = {
  success: <CheckCircleOutlined aria-hidden />,
  busy: <ClockCircleOutlined aria-hidden />,
  quiet: <MinusCircleOutlined aria-hidden />,
};

/** Shows a state by icon, word and colour. */
export function StateMark({ tone, children }: { tone: keyof typeof icons; children: string }) {
  return (
    <span className="chip" data-tone={tone}>
      {icons[tone]}
      {children}
    </span>
  );
}
