import type { Language } from '@proofkeep/contract';
import type { Agreement } from './agreement.ts';

export type AgreementName = 'service' | 'certificate';

/** Loaded on demand, in the current language only. */
export const texts: Record<AgreementName, Record<Language, () => Promise<{ agreement: Agreement }>>> = {
  service: { zh: () => import('./service-zh.ts'), en: () => import('./service-en.ts') },
  certificate: { zh: () => import('./certificate-zh.ts'), en: () => import('./certificate-en.ts') },
};
