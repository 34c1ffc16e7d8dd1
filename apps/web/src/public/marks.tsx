import type { Finding } from '@proofkeep/verify';

const shapes = {
  passed: 'M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1Zm3.6 5.3-4.2 4.4a.8.8 0 0 1-1.1 0L4.4 8.8l1.1-1.1 1.3 1.3 3.7-3.8Z',
  failed:
    'M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1Zm3.1 9L10 11.100 8 9.100 6 11.100 4.900 10l2-2-2-2L6 4.900l2 2 2-2L11.100 6l-2 2Z',
  'not-checked': 'M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1Zm3.500 7.800h-7V7.200h7Z',
} as const satisfies Record<Finding['outcome'], string>;

/** Hidden from screen readers: the outcome is written next to it. */
export function Mark({ outcome, size = 16 }: { outcome: Finding['outcome']; size?: number }) {
  return (
    <svg
      className="tone public-mark"
      data-outcome={outcome}
      viewBox="0 0 16 16"
      width={size}
      height={size}
      aria-hidden="true"
    >
      <path fill="currentColor" fillRule="evenodd" d={shapes[outcome]} />
    </svg>
  );
}
