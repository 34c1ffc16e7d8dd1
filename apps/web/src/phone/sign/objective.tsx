import { type AskedQuestion, calls, longestWritingMs, partyAnswerLength } from '@proofkeep/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { ask } from '../../api/ask.ts';
import { QueryView } from '../../ui/notices/query-view.tsx';
import { Button } from '../../ui/plain/button.tsx';
import { useLanguage, words } from '../../ui/words/words.ts';
import { forgetInput, type InputKey, useKeptInput } from './kept-input.ts';
import { Problem } from './problem.tsx';
import { Repeated } from './repeated.tsx';
import { TaskPage, type TaskProps } from './task-page.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('sign-questions', text);

/** `/h5sign/objective/{nid}`: the notices, then the notary's questions, one by one. */
export function Component() {
  return <TaskPage page="objective">{(task) => <Questions {...task} />}</TaskPage>;
}

function Questions(task: TaskProps) {
  const { nid, matter } = task;
  const language = useLanguage();
  const query = useQuery({
    queryKey: [calls.phoneSigning.partyQuestions.path, nid, language],
    queryFn: ({ signal }) => ask(calls.phoneSigning.partyQuestions, { nid }, { signal }),
    // Never refetched: the typed answers are newer than the service's.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return (
    <>
      <Repeated matter={matter} kinds={['objective']} />
      <QueryView query={query}>{(asked) => <OneByOne {...task} {...asked} />}</QueryView>
    </>
  );
}

interface Asked extends TaskProps {
  notices: readonly string[];
  questions: readonly AskedQuestion[];
}

function OneByOne({ nid, matter, advance, notices, questions }: Asked) {
  const [answers, setAnswers] = useState(() => questions.map(({ answer }) => answer));
  const firstOpen = answers.findIndex((answer) => answer === '');
  // A party who answered a question has already read the notices.
  const [at, setAt] = useState(() => (answers.every((answer) => answer === '') ? -1 : Math.max(firstOpen, 0)));
  const finish = useMutation({
    mutationFn: () => ask(calls.phoneSigning.finishQuestions, { nid }),
    onSuccess: advance,
    meta: { isShownInPlace: true },
  });
  const asked = questions[at]?.question ?? '';
  const key = { nid, partyId: matter.person.id, field: `answer/${at}`, boundTo: asked };
  const save = useMutation({
    mutationFn: async ({ answer, startedAtMs }: Written) => {
      const writingMs = Math.min(Math.round(performance.now() - startedAtMs), longestWritingMs);
      await ask(calls.phoneSigning.answerQuestion, { nid, place: at, question: asked, answer, writingMs });
      return answer;
    },
    onSuccess: (answer) => {
      forgetInput(key);
      setAnswers((before) => before.map((one, place) => (place === at ? answer : one)));
      if (at + 1 < questions.length) setAt(at + 1);
      else finish.mutate();
    },
    meta: { isShownInPlace: true },
  });
  if (at < 0) return <Notices notices={notices} onRead={() => setAt(0)} />;
  return (
    <Question
      key={at}
      at={at}
      of={questions.length}
      question={asked}
      kept={key}
      translation={questions[at]?.translation ?? null}
      answer={answers[at] ?? ''}
      isBusy={save.isPending || finish.isPending}
      problem={save.error ?? finish.error}
      onAnswer={save.mutate}
      onBack={() => setAt(at - 1)}
    />
  );
}

function Notices({ notices, onRead }: { notices: readonly string[]; onRead: () => void }) {
  const t = useWords();
  return (
    <>
      <p>{t('noticesLead')}</p>
      <ol className="phone-list phone-notices">
        {notices.map((notice) => (
          <li key={notice}>{notice}</li>
        ))}
      </ol>
      <div className="phone-acts">
        <Button kind="primary" isBlock onClick={onRead}>
          {t('understood')}
        </Button>
      </div>
    </>
  );
}

/** Whether a question can be answered with one word. Others need a sentence, for which no button is offered. */
const isYesOrNo = (question: string): boolean => /是否|能否|有无|吗/.test(question);

/** Quick answers as the transcript, which is in Chinese, has them. */
const inTranscript = { yes: '是。', no: '否。' } as const;

/** An answer, and when the first change to it was made, by the clock of `performance.now()`. */
interface Written {
  answer: string;
  startedAtMs: number;
}

interface QuestionProps {
  at: number;
  of: number;
  question: string;
  translation: string | null;
  answer: string;
  /** Where an unsaved answer is kept. */
  kept: InputKey;
  isBusy: boolean;
  problem: unknown;
  onAnswer: (written: Written) => void;
  onBack: () => void;
}

function Question({ at, of, question, translation, answer, kept, isBusy, problem, onAnswer, onBack }: QuestionProps) {
  const t = useWords();
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [typed, setTyped] = useKeptInput(kept, answer);
  const startedAtMs = useRef<number>(null);
  const write = (text: string) => {
    startedAtMs.current ??= performance.now();
    setTyped(text);
  };
  const isEmpty = typed.trim() === '';
  useEffect(() => {
    // In newer browsers this returns a promise, which an effect must not return.
    void field.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <form
      className="phone-question"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isEmpty && !isBusy)
          onAnswer({ answer: typed.trim(), startedAtMs: startedAtMs.current ?? performance.now() });
      }}
    >
      <p className="secondary numbers">{t('questionOf', { at: at + 1, of })}</p>
      <label htmlFor={id} lang={translation === null ? undefined : 'zh-CN'}>
        {question}
      </label>
      {translation !== null && (
        <p id={`${id}-translation`} className="phone-translation">
          {translation}
          <span className="secondary">{t('transcript')}</span>
        </p>
      )}
      <textarea
        ref={field}
        id={id}
        className="input"
        aria-describedby={translation === null ? undefined : `${id}-translation`}
        rows={4}
        maxLength={partyAnswerLength}
        value={typed}
        onChange={({ target }) => write(target.value)}
      />
      {isYesOrNo(question) && (
        <div className="phone-quick">
          {(['yes', 'no'] as const).map((quick) => (
            <Button key={quick} onClick={() => write(inTranscript[quick])}>
              {t(quick)}
            </Button>
          ))}
        </div>
      )}
      <Problem error={problem} />
      <div className="phone-acts">
        <Button type="submit" kind="primary" isBlock disabled={isEmpty} isBusy={isBusy}>
          {t(at + 1 < of ? 'next' : 'finish')}
        </Button>
        <Button isBlock disabled={isBusy} onClick={onBack}>
          {t('back')}
        </Button>
      </div>
    </form>
  );
}
