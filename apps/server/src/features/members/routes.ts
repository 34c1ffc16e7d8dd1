import type { memberCalls } from '@proofkeep/contract';
import type { Handlers } from '../../http/context.ts';
import * as handover from './handover.ts';
import * as invitations from './invitations.ts';
import { bindPhone, changeMemberPhone, sendPhoneCode } from './phone.ts';
import { removeMember } from './removal.ts';
import * as members from './service.ts';
import { identities, switchTo } from './switch.ts';
import { auditList } from './trail.ts';

export const memberRoutes: Handlers<typeof memberCalls> = {
  findByPhone: invitations.findByPhone,
  invitedList: invitations.invitedList,
  invite: invitations.invite,
  withdraw: invitations.withdraw,
  invitationsToMe: invitations.invitationsToMe,
  accept: invitations.accept,
  decline: invitations.decline,
  leave: invitations.leave,
  sendMemberCode: members.sendMemberCode,
  createMember: members.createMember,
  setMemberPassword: members.setMemberPassword,
  memberList: members.memberList,
  editMember: members.editMember,
  disableMember: members.disableMember,
  enableMember: members.enableMember,
  removeMember,
  changeMemberPhone,
  handover: handover.handover,
  offerHandover: handover.offerHandover,
  withdrawHandover: handover.withdrawHandover,
  acceptHandover: handover.acceptHandover,
  declineHandover: handover.declineHandover,
  auditList,
  sendPhoneCode,
  bindPhone,
  identities,
  switchTo,
};
