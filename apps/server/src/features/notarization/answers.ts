import { fieldError, type MatterQuestion, matterLimits } from '@proofkeep/contract';
import type { Context } from '../../http/context.ts';
import { Refusal } from '../../kit/refusal.ts';
import { encryptQuestions, questionsOf } from './content.ts';
import { findParties } from './parties/store.ts';
import { type MatterDbRow, updateQuestions } from './store.ts';

/**
 * Writes one question with its answer into the transcript of a locked matter, replacing the one at that position or
 * appending it. @throws Refusal INPUT_INVALID if the place leaves a gap, or the person asked is no party of the matter
 */
export async function saveAnswer(
  { db, services, language, now }: Context<'notary'>,
  row: MatterDbRow,
  { place, question }: { place: number; question: MatterQuestion },
): Promise<void> {
  const questions = questionsOf(services.vault, row) ?? [];
  const isOfMatter = (await findParties(db, row.id)).some(({ id }) => id === question.partyId);
  if (question.partyId !== null && !isOfMatter) throw wrong('question', language);
  if (place > questions.length || place >= matterLimits.questions) throw wrong('place', language);
  const saved = [...questions.slice(0, place), question, ...questions.slice(place + 1)];
  await updateQuestions(db, row.id, encryptQuestions(services.vault, row.id, saved), now);
}

const wrong = (field: string, language: Context['language']) =>
  new Refusal('INPUT_INVALID', { fields: [fieldError(field, 'wrong', language)] });
