import { accountCalls, memberCalls, signInCalls } from '@proofkeep/contract';
import { goodPassword, solve, type TestService } from '../../../testing/service.ts';

/** Requests a code to a phone as a signed-in user. */
export async function codeFor(
  service: TestService,
  call: typeof memberCalls.sendMemberCode | typeof memberCalls.sendPhoneCode,
  phone: string,
  as: string,
): Promise<string> {
  const { data: challenge } = await service.ask(accountCalls.challenge, {});
  const sent = await service.ask(call, { phone, challengeId: challenge.id, solution: solve(challenge) }, { as });
  if (sent.refused) return sent.refused;
  return /\d{6}/.exec((await service.messages(phone))[0] ?? '')?.[0] ?? 'none was sent';
}

/** Confirms the signed-in user with their password, as the site does before changing who may act for the account. */
export async function confirmed<Who extends { token: string }>(service: TestService, who: Who): Promise<Who> {
  await service.ask(signInCalls.confirm, { password: goodPassword }, { as: who.token });
  return who;
}

/**
 * A user who accepted an invitation.
 * @returns the id of the seat
 */
export async function seatFor(
  service: TestService,
  holder: { token: string },
  guest: { token: string; phone: string },
) {
  const { ask } = service;
  await confirmed(service, holder);
  const granted = { permissions: ['evidence' as const] };
  const { id } = (await ask(memberCalls.invite, { phone: guest.phone, ...granted }, { as: holder.token })).data;
  return (await ask(memberCalls.accept, { id }, { as: guest.token })).data.userId;
}
