import './submitter-rows.css';
import { CheckCircleOutlined, WarningOutlined } from '@ant-design/icons';
import { markWords, type SubmitterFact } from '@proofkeep/contract';
import { useLanguage, wordIn } from '../words/words.ts';

const looks = {
  company: { tone: 'success', Icon: CheckCircleOutlined },
  person: { tone: 'success', Icon: CheckCircleOutlined },
  uncertified: { tone: 'warning', Icon: WarningOutlined },
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
  const { tone, Icon } = looks[mark];
  return (
    <span className="chip" data-tone={tone}>
      <Icon aria-hidden />
      {word}
    </span>
  );
}
