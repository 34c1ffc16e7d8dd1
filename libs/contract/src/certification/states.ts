import { z } from 'zod';
import type { Word } from '../shared/words.ts';
import { type EventOf, type StateOf, stateTable } from '../state-table.ts';

/** Kinds of certification. */
export const certificationKinds = ['personal', 'enterprise'] as const;
/** Kind of certification: of a person or of a company. */
export const CertificationKind = z.enum(certificationKinds);
export type CertificationKind = z.infer<typeof CertificationKind>;

/**
 * The life cycle of a certification, from its first submission. `started`: with the identity provider. `pending`: in
 * the console's queue. `revoked`: the platform withdrew the approval. `replaced`: a change of it was approved. `ended`:
 * the account was closed; the form is kept for the period stated in the agreement. A change is a second certification
 * with its own life cycle; the current one stays approved until the change is approved.
 */
export const certificationStateTable = stateTable({
  states: ['started', 'pending', 'approved', 'refused', 'revoked', 'withdrawn', 'replaced', 'ended'],
  initial: ['started', 'pending'],
  rows: [
    { from: 'started', event: 'begin', to: 'started', who: 'holder', because: 'the provider can be asked again' },
    { from: 'started', event: 'submit', to: 'pending', who: 'holder', because: 'the provider is no longer configured' },
    { from: 'started', event: 'confirm', to: 'approved', who: 'provider', because: 'the provider verified the person' },
    { from: 'started', event: 'deny', to: 'refused', who: 'provider', because: 'the provider did not verify them' },
    { from: 'pending', event: 'approve', to: 'approved', who: 'operator', because: 'documents and entries match' },
    { from: 'pending', event: 'refuse', to: 'refused', who: 'operator', because: 'documents and entries differ' },
    { from: 'refused', event: 'begin', to: 'started', who: 'holder', because: 'a refused holder may try again' },
    { from: 'refused', event: 'submit', to: 'pending', who: 'holder', because: 'a refused holder may try again' },
    { from: 'approved', event: 'revoke', to: 'revoked', who: 'operator', because: 'an approval may prove wrong' },
    { from: 'revoked', event: 'begin', to: 'started', who: 'holder', because: 'a revoked holder may try again' },
    { from: 'revoked', event: 'submit', to: 'pending', who: 'holder', because: 'a revoked holder may try again' },
    { from: 'started', event: 'withdraw', to: 'withdrawn', who: 'holder', because: 'nothing was decided yet' },
    { from: 'pending', event: 'withdraw', to: 'withdrawn', who: 'holder', because: 'nothing was decided yet' },
    { from: 'withdrawn', event: 'begin', to: 'started', who: 'holder', because: 'a withdrawn form may be sent again' },
    { from: 'withdrawn', event: 'submit', to: 'pending', who: 'holder', because: 'a withdrawn form may be sent again' },
    { from: 'approved', event: 'replace', to: 'replaced', who: 'change', because: 'a change of it was approved' },
    { from: 'approved', event: 'end', to: 'ended', who: 'closing', because: 'the account was closed' },
    { from: 'started', event: 'end', to: 'ended', who: 'closing', because: 'the account was closed' },
    { from: 'pending', event: 'end', to: 'ended', who: 'closing', because: 'the account was closed' },
    { from: 'started', event: 'lapse', to: 'refused', who: 'change', because: 'the approval it changes was revoked' },
    { from: 'pending', event: 'lapse', to: 'refused', who: 'change', because: 'the approval it changes was revoked' },
  ],
});

/** The states of a person or company; `none`: nothing was submitted. */
export const certificationStates = ['none', ...certificationStateTable.states] as const;
/** State of a certification; `none` before the first application. */
export const CertificationState = z.enum(certificationStates);
export type CertificationState = z.infer<typeof CertificationState>;
/** State of a certification that has been applied for. */
export type StoredCertificationState = StateOf<typeof certificationStateTable>;
/** Event that can change the state of a certification. */
export type CertificationEvent = EventOf<typeof certificationStateTable>;

/** Whether the holder may submit a certification, for the first time or again. */
export const maySubmitCertification = (state: CertificationState): boolean =>
  state === 'none' || certificationStateTable.after(state, 'submit', 'holder') !== undefined;

/** Whether the holder may withdraw a certification. */
export const mayWithdrawCertification = (state: CertificationState): boolean =>
  state !== 'none' && certificationStateTable.after(state, 'withdraw', 'holder') !== undefined;

/** Whether the provider's answer decides a certification. */
export const isWithProvider = (state: CertificationState): boolean =>
  state !== 'none' && certificationStateTable.allowed(state, 'provider').length > 0;

/** Display words of each state of a certification. */
export const certificationStateWords: Record<StoredCertificationState, Word> = {
  started: ['待本人核验', 'Identity check pending'],
  pending: ['审核中', 'In review'],
  approved: ['已认证', 'Certified'],
  refused: ['未通过', 'Not approved'],
  revoked: ['已撤销', 'Revoked'],
  withdrawn: ['已撤回', 'Withdrawn'],
  replaced: ['已变更', 'Replaced'],
  ended: ['已终止', 'Ended'],
};

/** Display words of each state, including that of a person or company without a submission. */
export const certificationWords: Record<CertificationState, Word> = {
  none: ['未认证', 'Not certified'],
  ...certificationStateWords,
};
