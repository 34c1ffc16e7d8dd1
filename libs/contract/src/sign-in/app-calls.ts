import { z } from 'zod';
import { call, nil, nothing } from '../call.ts';
import { appSignInDigits } from '../shared/limits.ts';
import { AppState } from './app-states.ts';
import { own } from './inputs.ts';
import { Device } from './session-calls.ts';

/** Page of the site that the QR code opens on a phone; the id follows. */
export const appPagePath = '/h5/authorize';

/** Validity of a QR code sign-in. */
export const appValidSeconds = 120;

const AppId = z.string().regex(/^[\w-]{22}$/);

/** Signing in with a QR code on one screen that is approved on a phone. */
export const appCalls = {
  appId: call({
    method: 'GET',
    path: '/creditor/login/app/id',
    who: 'public',
    summary: 'Returns an id for QR code sign-in, valid for two minutes and this browser only.',
    input: nothing,
    reply: z.strictObject({
      appId: AppId,
      /** URL in the QR code: the page on which a phone approves the sign-in. */
      address: z.string(),
      /** Two digits that this screen shows and the user types on the phone. */
      number: z.string(),
      validSeconds: z.int(),
    }),
    limits: [{ per: 'address', times: 2_400, seconds: 3_600 }],
    audit: null,
  }),
  appStatus: call({
    method: 'GET',
    path: '/creditor/login/app/id/authorize/status/{appId}',
    who: 'public',
    summary:
      'Returns the state of a QR code sign-in; once approved, gives the session, once, to the browser that asked.',
    input: z.strictObject({ appId: AppId }),
    reply: z.strictObject({ state: AppState, token: z.string().nullable(), expiresAt: z.iso.datetime().nullable() }),
    refusals: ['NOT_FOUND', 'LOGIN_DISABLED'],
    audit: 'session.begun',
  }),
  appScan: call({
    method: 'POST',
    path: '/creditor/signIn/app/{appId}/scan',
    who: 'user',
    needsSession: true,
    of: 'person',
    summary: 'Claims a QR code sign-in for the user of the phone and returns the requesting browser and its address.',
    input: z.strictObject({ appId: AppId }),
    reply: z.strictObject({ device: Device, address: z.string(), askedAt: z.iso.datetime(), validSeconds: z.int() }),
    refusals: ['NOT_FOUND'],
    limits: own,
    audit: 'app.scanned',
  }),
  appApprove: call({
    method: 'POST',
    path: '/creditor/signIn/app/{appId}/approve',
    who: 'user',
    of: 'person',
    summary: 'Approves a QR code sign-in from the phone; a wrong number declines it permanently.',
    input: z.strictObject({ appId: AppId, number: z.string().length(appSignInDigits).regex(/^\d+$/, 'digits') }),
    reply: nil,
    refusals: ['CONFIRM_FIRST', 'NOT_FOUND', 'NUMBER_WRONG'],
    limits: own,
    audit: 'app.approved',
  }),
  appRefuse: call({
    method: 'POST',
    path: '/creditor/signIn/app/{appId}/refuse',
    who: 'user',
    of: 'person',
    summary: 'Declines a QR code sign-in.',
    input: z.strictObject({ appId: AppId }),
    reply: nil,
    refusals: ['NOT_FOUND'],
    limits: own,
    audit: 'app.refused',
  }),
};
