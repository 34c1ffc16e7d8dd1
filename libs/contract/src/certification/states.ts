import { z } from 'zod';
import type { Word } from '../shared/words.ts';

export const certificationKinds = ['personal', 'enterprise'] as const;
export const CertificationKind = z.enum(certificationKinds);
export type CertificationKind = z.infer<typeof CertificationKind>;

/** `started`: with the identity provider. `pending`: in the console's queue. `revoked`: an approval was taken back. */
export const certificationStates = ['none', 'started', 'pending', 'approved', 'refused', 'revoked'] as const;
export const CertificationState = z.enum(certificationStates);
export type CertificationState = z.infer<typeof CertificationState>;

export const certificationWords: Record<CertificationState, Word> = {
  none: ['未认证', 'Not certified'],
  started: ['待本人核验', 'Waits for you'],
  pending: ['审核中', 'In review'],
  approved: ['已认证', 'Certified'],
  refused: ['未通过', 'Refused'],
  revoked: ['已撤销', 'Revoked'],
};

export type CertificationEvent = 'begin' | 'submit' | 'confirm' | 'deny' | 'approve' | 'refuse' | 'revoke';
type By = 'holder' | 'provider' | 'operator';

/** Each change there is, by whom. What is approved stays so until it is revoked; what was refused or revoked is entered again. */
export const certificationTransitions: readonly {
  from: CertificationState;
  event: CertificationEvent;
  to: CertificationState;
  by: By;
}[] = [
  { from: 'none', event: 'begin', to: 'started', by: 'holder' },
  { from: 'none', event: 'submit', to: 'pending', by: 'holder' },
  { from: 'started', event: 'begin', to: 'started', by: 'holder' },
  { from: 'started', event: 'submit', to: 'pending', by: 'holder' },
  { from: 'started', event: 'confirm', to: 'approved', by: 'provider' },
  { from: 'started', event: 'deny', to: 'refused', by: 'provider' },
  { from: 'pending', event: 'approve', to: 'approved', by: 'operator' },
  { from: 'pending', event: 'refuse', to: 'refused', by: 'operator' },
  { from: 'refused', event: 'begin', to: 'started', by: 'holder' },
  { from: 'refused', event: 'submit', to: 'pending', by: 'holder' },
  { from: 'approved', event: 'revoke', to: 'revoked', by: 'operator' },
  { from: 'revoked', event: 'begin', to: 'started', by: 'holder' },
  { from: 'revoked', event: 'submit', to: 'pending', by: 'holder' },
];

/** The state after an event, or undefined where the state does not allow it. */
export const certifiedBy = (from: CertificationState, event: CertificationEvent): CertificationState | undefined =>
  certificationTransitions.find((row) => row.from === from && row.event === event)?.to;
