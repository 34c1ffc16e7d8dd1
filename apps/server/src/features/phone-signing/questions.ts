import { canonicalBytes } from '@proofkeep/bundle';
import { sha256Hex } from '@proofkeep/bundle/node';
import {
  type InputOf,
  type Language,
  matterKindFacts,
  type PartyMatter,
  type PartyQuestion,
  type phoneSigningCalls,
  type WrittenAnswer,
} from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import { Refusal } from '../../kit/refusal.ts';
import type { Vault } from '../../kit/vault.ts';
import { questionsOf } from '../notarization/service.ts';
import { finishStep, lockTask, type Party, requireNext, requireTask, type Task } from './access.ts';
import { matterAfter } from './reading.ts';
import { findAnswers, insertAnswer } from './store.ts';

type Calls = typeof phoneSigningCalls;

const answerPlace = (partyId: string): string => `party_answer/${partyId}`;

/** The party's newest answer to each question, including questions that have been replaced since. */
export async function answersOf(db: Client, vault: Vault, partyId: string): Promise<WrittenAnswer[]> {
  const given = (await findAnswers(db, partyId)).map(({ encrypted, startedAt, answeredAt }) => ({
    ...(JSON.parse(vault.decrypt(encrypted, answerPlace(partyId))) as PartyQuestion),
    startedAt: startedAt.toISOString(),
    sentAt: answeredAt.toISOString(),
  }));
  return [...new Map(given.map((one) => [one.question, one])).values()];
}

const inLanguage = ([zh, en]: readonly [zh: string, en: string], language: Language): string =>
  language === 'zh' ? zh : en;

/**
 * The notary's questions to everyone and to this party, never those to another party; the standard questions of the
 * kind if the notary wrote none. They are in Chinese, as the transcript and all documents of a matter are.
 */
function askedOf(vault: Vault, { row, party }: Task): string[] {
  const written = questionsOf(vault, row)?.filter(({ partyId }) => partyId === null || partyId === party.id);
  return written?.map(({ question }) => question) ?? matterKindFacts[row.kind].questions.map(([zh]) => zh);
}

/** An answer belongs to the exact words of a question. */
async function questionsFor(
  { db, services }: Party,
  task: Task,
): Promise<{ question: string; given: WrittenAnswer | undefined }[]> {
  const answers = await answersOf(db, services.vault, task.party.id);
  return askedOf(services.vault, task).map((question) => ({
    question,
    given: answers.find((one) => one.question === question),
  }));
}

/** Standard questions have a translation; the notary's own have none. */
function translationOf({ row }: Task, question: string, language: Language): string | null {
  if (language === 'zh') return null;
  return matterKindFacts[row.kind].questions.find(([zh]) => zh === question)?.[1] ?? null;
}

export async function partyQuestions({ nid }: InputOf<Calls['partyQuestions']>, context: Party) {
  const task = await requireTask(context, nid);
  await requireNext(context.db, task, 'objective');
  const notices = matterKindFacts[task.row.kind].notices.map((word) => inLanguage(word, context.language));
  const questions = (await questionsFor(context, task)).map(({ question, given }) => ({
    question,
    answer: given?.answer ?? '',
    translation: translationOf(task, question, context.language),
  }));
  return { notices, questions };
}

/** @throws Refusal STATE_FORBIDS if the notary replaced the question meanwhile */
export async function answerQuestion(
  { nid, place, question, answer, writingMs }: InputOf<Calls['answerQuestion']>,
  context: Party,
): Promise<null> {
  const { db, services, now } = context;
  const task = await lockTask(context, nid);
  await requireNext(db, task, 'objective');
  if (askedOf(services.vault, task)[place] !== question) throw new Refusal('STATE_FORBIDS');
  const { id: partyId } = task.party;
  const encrypted = services.vault.encrypt(JSON.stringify({ question, answer }), answerPlace(partyId));
  await insertAnswer(db, { partyId, place, encrypted, startedAt: new Date(now.getTime() - writingMs), now });
  return null;
}

/** @throws Refusal STATE_FORBIDS if a question has no answer */
export async function finishQuestions(
  { nid }: InputOf<Calls['finishQuestions']>,
  context: Party,
): Promise<PartyMatter> {
  const task = await lockTask(context, nid);
  const questions = await questionsFor(context, task);
  const answers = questions.flatMap(({ given }) => given ?? []);
  if (answers.length < questions.length) throw new Refusal('STATE_FORBIDS');
  const notices = matterKindFacts[task.row.kind].notices;
  await finishStep(context, task, 'objective', {
    noticesSha256: sha256Hex(canonicalBytes(notices)),
    answersSha256: sha256Hex(canonicalBytes(answers.map(({ question, answer }) => ({ question, answer })))),
    count: answers.length,
    times: answers.map(({ startedAt, sentAt }) => ({ startedAt, sentAt })),
  });
  return matterAfter(context);
}
