import {
  CheckCircleOutlined,
  ClockCircleOutlined,
  CloseCircleOutlined,
  MinusCircleOutlined,
  RollbackOutlined,
  SyncOutlined,
} from '@ant-design/icons';
import type { Word } from '@proofkeep/contract';
import type { ReactNode } from 'react';
import { useLanguage, wordIn } from '../words/words.ts';

export interface Look {
  tone: string;
  icon: ReactNode;
}

/** Looks that the states of several things share. */
export const looks = {
  done: { tone: 'success', icon: <CheckCircleOutlined aria-hidden /> },
  failed: { tone: 'danger', icon: <CloseCircleOutlined aria-hidden /> },
  /** The user must act. */
  due: { tone: 'warning', icon: <ClockCircleOutlined aria-hidden /> },
  queued: { tone: 'busy', icon: <ClockCircleOutlined aria-hidden /> },
  running: { tone: 'busy', icon: <SyncOutlined aria-hidden /> },
  void: { tone: 'warning', icon: <MinusCircleOutlined aria-hidden /> },
  ended: { tone: 'quiet', icon: <MinusCircleOutlined aria-hidden /> },
  returned: { tone: 'quiet', icon: <RollbackOutlined aria-hidden /> },
} as const satisfies Record<string, Look>;

/** Shows a state by icon, word and colour. */
export function Chip({ look: { tone, icon }, word }: { look: Look; word: Word }) {
  const language = useLanguage();
  return (
    <span className="chip" data-tone={tone}>
      {icon}
      {wordIn(word, language)}
    </span>
  );
}
