import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import {
  calls,
  isMatterOver,
  type MatterQuestion,
  matterLimits,
  type NotaryMatter,
  notaryTextLength,
} from '@proofkeep/contract';
import { useMutation } from '@tanstack/react-query';
import { Button, Input, Select } from 'antd';
import { useState } from 'react';
import { ask } from '../../api/ask.ts';
import { toast } from '../../ui/notices/toast.ts';
import { words } from '../../ui/words/words.ts';
import { AnswerTimes } from './answer-times.tsx';
import { usePartyEvidence } from './evidence-of-parties.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('console-matter-questions', text);

/** Rows keep their React identity when they move. */
interface Row extends MatterQuestion {
  key: number;
}

let keys = 0;
const rowOf = (question: MatterQuestion): Row => ({ ...question, key: keys++ });

/** Edits questions and answers of the transcript until it is drawn. */
export function Questions({ matter, onChanged }: { matter: NotaryMatter; onChanged: () => Promise<void> }) {
  const t = useWords();
  const { id, version, questions, people, state } = matter;
  const [rows, setRows] = useState(() => questions.map(rowOf));
  const [isEdited, setEdited] = useState(false);
  const isFixed = isMatterOver(state) || state === 'signing' || state === 'sealing';
  const change = (next: Row[]) => {
    setRows(next);
    setEdited(true);
  };
  const edit = (at: number, part: Partial<MatterQuestion>) =>
    // An edited row has the notary's words: the times at which a party wrote theirs don't belong to it.
    change(rows.map((row, place) => (place === at ? { ...row, ...part, written: null } : row)));
  const saving = useMutation({
    mutationFn: () =>
      ask(calls.consoleNotarization.saveQuestions, {
        id,
        version,
        questions: rows
          .filter(({ question }) => question.trim() !== '')
          .map(({ question, answer, partyId, written }) => ({ question, answer, partyId, written })),
      }),
    onSuccess: async () => {
      toast.success(t('saved'));
      await onChanged();
    },
  });
  const { data: sent } = usePartyEvidence(matter);
  const answered = (sent?.parties ?? []).flatMap(({ partyId, answers }) =>
    answers
      .filter(({ answer }) => answer !== '')
      .map(({ question, answer, startedAt, sentAt }) => ({
        question,
        answer,
        partyId,
        written: { startedAt, sentAt },
      })),
  );
  /** Each person's own answers are shown under their name; common questions without an answer are dropped. */
  const takeOver = () =>
    change(
      [...rows.filter(({ answer }) => answer.trim() !== ''), ...answered.map(rowOf)].slice(0, matterLimits.questions),
    );
  const missing = rows.filter(({ answer }) => answer.trim() === '').length;
  return (
    <section className="panel console-notarization-panel">
      <div className="console-line">
        <h2>{t('title')}</h2>
        {!isFixed && <span className="secondary">{missing > 0 ? t('missing', { count: missing }) : t('whole')}</span>}
      </div>
      <ol className="console-notarization-questions">
        {rows.map((row, at) => (
          <li key={row.key}>
            {isFixed ? (
              <Fixed row={row} people={people} />
            ) : (
              <Edited
                row={row}
                at={at}
                people={people}
                onEdit={(part) => edit(at, part)}
                onMove={(by) => change(moved(rows, at, by))}
                onRemove={() => change(rows.filter((_row, place) => place !== at))}
                isLast={at === rows.length - 1}
              />
            )}
          </li>
        ))}
      </ol>
      {!isFixed && (
        <div className="actions">
          <Button
            icon={<PlusOutlined aria-hidden />}
            disabled={rows.length >= matterLimits.questions}
            onClick={() => change([...rows, rowOf({ question: '', answer: '', partyId: null, written: null })])}
          >
            {t('add')}
          </Button>
          {answered.length > 0 && <Button onClick={takeOver}>{t('takeOver', { count: answered.length })}</Button>}
          <Button
            type={isEdited ? 'primary' : 'default'}
            disabled={!isEdited}
            loading={saving.isPending}
            onClick={() => saving.mutate()}
          >
            {t('save')}
          </Button>
        </div>
      )}
    </section>
  );
}

/** @param by -1 for one up, 1 for one down */
function moved(rows: readonly Row[], at: number, by: -1 | 1): Row[] {
  const next = [...rows];
  const [row] = next.splice(at, 1);
  if (row) next.splice(at + by, 0, row);
  return next;
}

function Fixed({ row: { question, answer, partyId, written }, people }: { row: Row; people: NotaryMatter['people'] }) {
  const t = useWords();
  const asked = people.find(({ id }) => id === partyId);
  return (
    <>
      {people.length > 1 && <p className="secondary">{asked?.name ?? t('allParties')}</p>}
      <p>
        <strong>{question}</strong>
      </p>
      <p className="console-notarization-answer">{answer || '-'}</p>
      {written && <AnswerTimes {...written} />}
    </>
  );
}

interface EditedProps {
  row: Row;
  at: number;
  people: NotaryMatter['people'];
  isLast: boolean;
  onEdit: (part: Partial<MatterQuestion>) => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}

function Edited({ row, at, people, isLast, onEdit, onMove, onRemove }: EditedProps) {
  const t = useWords();
  const number = at + 1;
  const isOfFormerParty = row.partyId !== null && !people.some(({ id }) => id === row.partyId);
  return (
    <>
      <div className="console-notarization-question">
        <Input.TextArea
          autoSize={{ minRows: 1, maxRows: 4 }}
          aria-label={t('question', { number })}
          placeholder={t('question', { number })}
          maxLength={notaryTextLength.question.max}
          value={row.question}
          onChange={({ target }) => onEdit({ question: target.value })}
        />
        <span className="actions">
          <Button
            type="text"
            size="small"
            disabled={at === 0}
            aria-label={t('up', { number })}
            icon={<ArrowUpOutlined aria-hidden />}
            onClick={() => onMove(-1)}
          />
          <Button
            type="text"
            size="small"
            disabled={isLast}
            aria-label={t('down', { number })}
            icon={<ArrowDownOutlined aria-hidden />}
            onClick={() => onMove(1)}
          />
          <Button
            type="text"
            size="small"
            aria-label={t('remove', { number })}
            icon={<DeleteOutlined aria-hidden />}
            onClick={onRemove}
          />
        </span>
      </div>
      {(people.length > 1 || isOfFormerParty) && (
        <Select
          size="small"
          aria-label={t('asked', { number })}
          value={row.partyId ?? ''}
          onChange={(partyId) => onEdit({ partyId: partyId === '' ? null : partyId })}
          options={[
            { value: '', label: t('allParties') },
            ...people.map(({ id, name }) => ({ value: id, label: name })),
            ...(isOfFormerParty ? [{ value: row.partyId ?? '', label: t('formerParty'), disabled: true }] : []),
          ]}
        />
      )}
      <Input.TextArea
        autoSize={{ minRows: 2, maxRows: 8 }}
        aria-label={t('answer', { number })}
        placeholder={t('answer', { number })}
        maxLength={notaryTextLength.answer.max}
        value={row.answer}
        onChange={({ target }) => onEdit({ answer: target.value })}
      />
      {row.written && <AnswerTimes {...row.written} />}
    </>
  );
}
