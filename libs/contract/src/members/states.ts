import { z } from 'zod';
import type { Word } from '../shared/words.ts';
import { type EventOf, stateTable } from '../state-table.ts';

/** Days until an invitation expires. */
export const invitationValidDays = 7;

/** The life cycle of an invitation. It expires by its date, whether or not `expired` is stored yet. */
export const invitationStateTable = stateTable({
  states: ['invited', 'joined', 'declined', 'withdrawn', 'expired'],
  initial: ['invited'],
  rows: [
    { from: 'invited', event: 'accept', to: 'joined', who: 'invited', because: 'a seat is created or restored' },
    { from: 'invited', event: 'decline', to: 'declined', who: 'invited', because: 'joining needs consent' },
    { from: 'invited', event: 'withdraw', to: 'withdrawn', who: 'inviter', because: 'it was not answered yet' },
    { from: 'invited', event: 'expire', to: 'expired', who: 'clock', because: 'it was not answered in time' },
  ],
});

/** States of an invitation. */
export const invitationStates = invitationStateTable.states;
/** State of an invitation. */
export const InvitationState = z.enum(invitationStates);
export type InvitationState = z.infer<typeof InvitationState>;
/** Event that can change the state of an invitation. */
export type InvitationEvent = EventOf<typeof invitationStateTable>;

/** Display words of each state of an invitation. */
export const invitationStateWords: Record<InvitationState, Word> = {
  invited: ['待回复', 'Awaiting reply'],
  joined: ['已加入', 'Joined'],
  declined: ['已谢绝', 'Declined'],
  withdrawn: ['已撤回', 'Withdrawn'],
  expired: ['已过期', 'Expired'],
};

/**
 * The life cycle of a login. Every event except `close` belongs to members; a main login stays active until its account
 * is closed. `left`: the holder of a seat gave it up. `removed`: the account deleted the member; a sub-account's phone
 * and login name are free again.
 */
export const memberStateTable = stateTable({
  states: ['active', 'disabled', 'left', 'removed', 'closed'],
  initial: ['active'],
  rows: [
    { from: 'active', event: 'disable', to: 'disabled', who: 'holder', because: 'the account keeps the member out' },
    { from: 'disabled', event: 'enable', to: 'active', who: 'holder', because: 'the account lets the member in again' },
    { from: 'active', event: 'leave', to: 'left', who: 'member', because: 'a seat can be given up at any time' },
    { from: 'disabled', event: 'leave', to: 'left', who: 'member', because: 'a seat can be given up at any time' },
    {
      from: 'active',
      event: 'remove',
      to: 'removed',
      who: 'holder',
      because: 'the member no longer works for the account',
    },
    {
      from: 'disabled',
      event: 'remove',
      to: 'removed',
      who: 'holder',
      because: 'the member no longer works for the account',
    },
    { from: 'left', event: 'rejoin', to: 'active', who: 'member', because: 'they accepted another invitation' },
    { from: 'removed', event: 'rejoin', to: 'active', who: 'member', because: 'they accepted another invitation' },
    { from: 'active', event: 'close', to: 'closed', who: 'clock', because: 'the holder had the account closed' },
  ],
});

/** States of a member. */
export const memberStates = memberStateTable.states;
/** State of a member. */
export const MemberState = z.enum(memberStates);
export type MemberState = z.infer<typeof MemberState>;
/** Event that can change the state of a member. */
export type MemberEvent = EventOf<typeof memberStateTable>;

/** Display words of each state of a member. */
export const memberStateWords: Record<MemberState, Word> = {
  active: ['正常', 'Active'],
  disabled: ['已停用', 'Disabled'],
  left: ['已退出', 'Left'],
  removed: ['已删除', 'Deleted'],
  closed: ['已注销', 'Closed'],
};

/** Days until an offer to take over an account expires. */
export const handoverValidDays = 7;

/**
 * The life cycle of an offer that a member takes over the account. It expires by its date, whether or not that is
 * stored.
 */
export const handoverStateTable = stateTable({
  states: ['offered', 'accepted', 'declined', 'withdrawn', 'expired'],
  initial: ['offered'],
  rows: [
    { from: 'offered', event: 'accept', to: 'accepted', who: 'successor', because: 'holder and member change places' },
    {
      from: 'offered',
      event: 'decline',
      to: 'declined',
      who: 'successor',
      because: 'taking an account over needs consent',
    },
    { from: 'offered', event: 'withdraw', to: 'withdrawn', who: 'holder', because: 'it was not answered yet' },
    { from: 'offered', event: 'expire', to: 'expired', who: 'clock', because: 'it was not answered in time' },
  ],
});

/** State of an offer to take over an account. */
export type HandoverState = (typeof handoverStateTable.states)[number];
/** Event that can change the state of an offer to take over an account. */
export type HandoverEvent = EventOf<typeof handoverStateTable>;

/** Display words of each state of an offer to take over an account. */
export const handoverStateWords: Record<HandoverState, Word> = {
  offered: ['待对方确认', 'Awaiting confirmation'],
  accepted: ['已移交', 'Handed over'],
  declined: ['已谢绝', 'Declined'],
  withdrawn: ['已撤回', 'Withdrawn'],
  expired: ['已过期', 'Expired'],
};
