import { type Language, MatterContent, MatterDraft, MatterQuestion, matterProblems } from '@proofkeep/contract';
import { Refusal } from '../../kit/refusal.ts';
import type { Vault } from '../../kit/vault.ts';
import type { MatterDbRow } from './store.ts';

const contentPlace = (matterId: string) => `matter.content/${matterId}`;
const questionsPlace = (matterId: string) => `matter.questions/${matterId}`;

export const encryptContent = (vault: Vault, matterId: string, content: MatterDraft): Buffer =>
  vault.encrypt(JSON.stringify(content), contentPlace(matterId));

/** Content of an application; a draft may be incomplete. */
export const contentOf = (
  vault: Vault,
  { id, contentEncrypted }: Pick<MatterDbRow, 'id' | 'contentEncrypted'>,
): MatterDraft => MatterDraft.parse(JSON.parse(vault.decrypt(contentEncrypted, contentPlace(id))));

/** Checks an application for completeness. @throws Refusal INPUT_INVALID with every field that is missing or wrong */
export function completeContent(draft: MatterDraft, language: Language): MatterContent {
  const fields = matterProblems(draft, language);
  if (fields.length > 0) throw new Refusal('INPUT_INVALID', { fields: fields.slice(0, 40) });
  return MatterContent.parse(draft);
}

/** The content that the applicant edits: the draft of a correction if there is one, otherwise the submitted content. */
export const draftOf = (
  vault: Vault,
  { id, contentEncrypted, correctionEncrypted }: Pick<MatterDbRow, 'id' | 'contentEncrypted' | 'correctionEncrypted'>,
): MatterDraft => contentOf(vault, { id, contentEncrypted: correctionEncrypted ?? contentEncrypted });

export const encryptQuestions = (vault: Vault, matterId: string, questions: readonly MatterQuestion[]): Buffer =>
  vault.encrypt(JSON.stringify(questions), questionsPlace(matterId));

/** Questions and answers that the notary saved; null before the first save. */
export const questionsOf = (
  vault: Vault,
  { id, questionsEncrypted }: Pick<MatterDbRow, 'id' | 'questionsEncrypted'>,
): MatterQuestion[] | null =>
  questionsEncrypted && MatterQuestion.array().parse(JSON.parse(vault.decrypt(questionsEncrypted, questionsPlace(id))));
