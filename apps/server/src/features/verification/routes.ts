import { PassingDigest } from '@proofkeep/bundle/node';
import type { verificationCalls } from '@proofkeep/contract';
import type { Handlers } from '../../http/context.ts';
import { queryByCertificate, queryByFile, queryByHolder } from './service.ts';

export const verificationRoutes: Handlers<typeof verificationCalls> = {
  queryByFile,
  queryByHolder,
  queryByCertificate,

  async hashFile(_input, { upload }) {
    const { name, stream } = await upload();
    const passing = new PassingDigest();
    for await (const chunk of stream) passing.update(chunk);
    const { size, sha256, sm3 } = passing.digest();
    return { name, sizeBytes: size, sha256, sm3 };
  },
};
