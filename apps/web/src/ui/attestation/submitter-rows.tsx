import './submitter-rows.css';
import { markWords, type SubmitterFact } from '@proofkeep/contract';
import { useLanguage, wordIn } from '../words/words.ts';

const certified =
  'M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1Zm3.6 5.3-4.2 4.4a.8.8 0 0 1-1.1 0L4.4 8.8l1.1-1.1 1.3 1.3 3.7-3.8Z';
const unknown = 'M8 1 .5 14.500h15ZM7.300 5.800h1.400v4.400H7.300Zm0 5.600h1.400v1.400H7.300Z';

/** Uses its own shapes, because public pages load no icon library. */
const looks = {
  company: { tone: 'success', shape: certified },
  person: { tone: 'success', shape: certified },
  uncertified: { tone: 'warning', shape: unknown },
} as const;

/** Applicant, account and operator as rows of a description list; each name shows whether it is certified. */
export function SubmitterRows({ facts }: { facts: readonly SubmitterFact[] }) {
  const language = useLanguage();
  return facts.map(({ label, value, mark, notes }) => (
    <div key={label[1]}>
      <dt>{wordIn(label, language)}</dt>
      <dd className="submitter">
        {value !== null && <span>{value}</span>} {mark !== null && <SubmitterMark mark={mark} />}
        {notes.map((note) => (
          <small key={note[1]}>{wordIn(note, language)}</small>
        ))}
      </dd>
    </div>
  ));
}

function SubmitterMark({ mark }: { mark: NonNullable<SubmitterFact['mark']> }) {
  const word = wordIn(markWords[mark], useLanguage());
  if (mark === 'none') return word;
  const { tone, shape } = looks[mark];
  return (
    <span className="chip" data-tone={tone}>
      <svg viewBox="0 0 16 16" width={14} height={14} aria-hidden="true">
        <path fill="currentColor" fillRule="evenodd" d={shape} />
      </svg>
      {word}
    </span>
  );
}
