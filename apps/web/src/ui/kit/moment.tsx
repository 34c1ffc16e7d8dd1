import { moment } from '../words/formatters.ts';

export function Moment({ at }: { at: string }) {
  return (
    <time className="numbers" dateTime={at}>
      {moment(at)}
    </time>
  );
}
