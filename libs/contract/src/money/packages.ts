import type { Word } from '../shared/words.ts';

/** Kinds of packages. */
export const packageKinds = ['evidence', 'notarization'] as const;
type PackageKind = (typeof packageKinds)[number];

/** Words for the kinds of packages. */
export const packageKindWords: Record<PackageKind, Word> = {
  evidence: ['存证套餐', 'Evidence'],
  notarization: ['公证套餐', 'Notarization'],
};

/** `refunded`: its unused part was paid back, and it ended. */
export const packageStates = ['active', 'used-up', 'expired', 'refunded'] as const;
type PackageState = (typeof packageStates)[number];

/** Words for the states of a package. */
export const packageStateWords: Record<PackageState, Word> = {
  active: ['可用', 'Active'],
  'used-up': ['已用完', 'Used up'],
  expired: ['已过期', 'Expired'],
  refunded: ['已退款', 'Refunded'],
};
