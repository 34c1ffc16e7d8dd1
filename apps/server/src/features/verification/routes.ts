import { PassingDigest } from '@proofkeep/bundle/node';
import type { verificationCalls } from '@proofkeep/contract';
import type { Handlers } from '../../http/context.ts';
import { Refusal } from '../../kit/refusal.ts';
import { fingerprintOf } from '../certification/service.ts';
import { findByDigest, findByHolder } from './store.ts';

export const verificationRoutes: Handlers<typeof verificationCalls> = {
  queryByFile: async (digests, { db }) => ({ list: await findByDigest(db, digests) }),

  async queryByHolder({ idNumber, ano }, { db, services }) {
    const found = await findByHolder(db, fingerprintOf(services.vault, idNumber.toUpperCase()), ano);
    if (!found) throw new Refusal('NOT_FOUND');
    return found;
  },

  async hashFile(_input, { upload }) {
    const { name, stream } = await upload();
    const passing = new PassingDigest();
    for await (const chunk of stream) passing.update(chunk);
    const { size, sha256, sm3 } = passing.digest();
    return { name, sizeBytes: size, sha256, sm3 };
  },
};
