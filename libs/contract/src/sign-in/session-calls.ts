import { z } from 'zod';
import { call, nil, nothing } from '../call.ts';
import { Id } from './inputs.ts';

/** As reported by the browser: helps the user to recognize a session, but proves nothing. Null if not reported. */
export const Device = z.strictObject({ browser: z.string().nullable(), system: z.string().nullable() });
export type Device = z.infer<typeof Device>;

const SessionOfMine = z.strictObject({
  id: z.string(),
  device: Device,
  address: z.string(),
  createdAt: z.iso.datetime(),
  seenAt: z.iso.datetime(),
  isCurrent: z.boolean(),
});
/** A session of the user. */
export type SessionOfMine = z.infer<typeof SessionOfMine>;

/** Records of the calls about a user's sessions. */
export const sessionCalls = {
  sessions: call({
    method: 'GET',
    path: '/creditor/signIn/sessions',
    who: 'user',
    summary: "Lists the user's active sessions.",
    input: nothing,
    reply: z.strictObject({ list: z.array(SessionOfMine) }),
  }),
  endSession: call({
    method: 'DELETE',
    path: '/creditor/signIn/session/{id}',
    who: 'user',
    of: 'person',
    summary: "Ends one of the user's sessions. Its token stops working immediately.",
    input: z.strictObject({ id: Id }),
    reply: nil,
    refusals: ['CONFIRM_FIRST', 'NOT_FOUND'],
    audit: 'session.ended',
  }),
  endOtherSessions: call({
    method: 'POST',
    path: '/creditor/signIn/sessions/end',
    who: 'user',
    of: 'person',
    summary: "Ends all of the user's other sessions.",
    input: nothing,
    reply: z.strictObject({ ended: z.int() }),
    refusals: ['CONFIRM_FIRST'],
    audit: 'sessions.ended',
  }),
};
