import { calls, matterLimits, type NotaryMatter, notaryTextLength } from '@proofkeep/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Button, Input, Select } from 'antd';
import { useState } from 'react';
import { ask } from '../../api/ask.ts';
import { queryOf } from '../../api/queries.ts';
import { QueryView } from '../../ui/notices/query-view.tsx';
import { toast } from '../../ui/notices/toast.ts';
import { words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('console-room-panel', text);

interface Props {
  id: string;
  isOpen: boolean;
  /** The current recording and its duration so far; null if none is running. */
  ownTime: () => { recordingId: string; recordedMs: number } | null;
}

/** Beside the picture: who the parties are, and the questions of the transcript. */
export function Panel({ id, isOpen, ownTime }: Props) {
  const t = useWords();
  const query = useQuery(queryOf(calls.consoleNotarization.notaryMatter, { id }));
  return (
    <aside className="panel console-room-panel" aria-label={t('title')}>
      <QueryView query={query} rows={8}>
        {(matter) => (
          <>
            <People people={matter.people} />
            <Questions
              matter={matter}
              isOpen={isOpen}
              ownTime={ownTime}
              onSaved={async () => void (await query.refetch())}
            />
          </>
        )}
      </QueryView>
    </aside>
  );
}

function People({ people }: Pick<NotaryMatter, 'people'>) {
  const t = useWords();
  return (
    <section>
      <h2>{t('people')}</h2>
      <ul className="console-room-people">
        {people.map(({ id, name, idNumber, representative, steps }) => (
          <li key={id}>
            <strong>{representative ?? name}</strong>
            {representative && <span className="secondary"> {name}</span>}
            <br />
            <span className="mono">{idNumber}</span>
            <br />
            <span className="secondary">
              {steps.every(({ state, kind }) => kind === 'sign' || state !== 'open') ? t('identified') : t('open')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

type QuestionsProps = Omit<Props, 'id'> & { matter: NotaryMatter; onSaved: () => Promise<void> };

function Questions({ matter, isOpen, ownTime, onSaved }: QuestionsProps) {
  const t = useWords();
  const { questions } = matter;
  return (
    <section>
      <h2>{t('questions')}</h2>
      <p className="secondary">{t(isOpen ? 'hint' : 'closed')}</p>
      <ol className="console-room-questions">
        {questions.map((question, place) => (
          <li key={`${place} ${question.question} ${question.answer}`}>
            <Question {...{ matter, place, isOpen, ownTime, onSaved }} {...question} />
          </li>
        ))}
        {isOpen && questions.length < matterLimits.questions && (
          <li key={`new ${questions.length}`}>
            <Question
              {...{ matter, isOpen, ownTime, onSaved }}
              place={questions.length}
              question=""
              answer=""
              partyId={null}
              written={null}
            />
          </li>
        )}
      </ol>
    </section>
  );
}

function Question(props: QuestionsProps & NotaryMatter['questions'][number] & { place: number }) {
  const t = useWords();
  const { matter, place, isOpen, ownTime, onSaved } = props;
  const [partyId, setPartyId] = useState(props.partyId);
  const [question, setQuestion] = useState(props.question);
  const [answer, setAnswer] = useState(props.answer);
  const number = place + 1;
  const save = useMutation({
    mutationFn: () =>
      ask(calls.consoleVideoRooms.recordRoomAnswer, {
        id: matter.id,
        place,
        question: { question, answer, partyId },
        ...(ownTime() ?? { recordingId: null, recordedMs: null }),
      }),
    onSuccess: async () => {
      toast.success(t('saved'));
      await onSaved();
    },
  });
  const isChanged = question !== props.question || answer !== props.answer || partyId !== props.partyId;
  return (
    <div className="console-room-question">
      <MinutesField part="question" number={number} value={question} isOpen={isOpen} onChange={setQuestion} />
      {matter.people.length > 1 && (
        <Select
          size="small"
          disabled={!isOpen}
          aria-label={t('asked', { number })}
          value={partyId ?? ''}
          onChange={(id) => setPartyId(id === '' ? null : id)}
          options={[
            { value: '', label: t('allParties') },
            ...matter.people.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      )}
      <MinutesField part="answer" number={number} value={answer} isOpen={isOpen} onChange={setAnswer} />
      {isOpen && isChanged && (
        <Button
          size="small"
          type="primary"
          disabled={question.trim().length < notaryTextLength.question.min}
          loading={save.isPending}
          onClick={() => save.mutate()}
        >
          {t('save')}
        </Button>
      )}
    </div>
  );
}

interface MinutesFieldProps {
  part: 'question' | 'answer';
  number: number;
  value: string;
  isOpen: boolean;
  onChange: (value: string) => void;
}

function MinutesField({ part, number, value, isOpen, onChange }: MinutesFieldProps) {
  const t = useWords();
  return (
    <Input.TextArea
      autoSize={{ minRows: part === 'answer' ? 2 : 1 }}
      disabled={!isOpen}
      maxLength={notaryTextLength[part].max}
      aria-label={t(part, { number })}
      placeholder={t(part, { number })}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
