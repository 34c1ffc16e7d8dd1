import type { uploadCalls } from '@proofkeep/contract';
import type { Handlers } from '../../http/context.ts';
import { ownUpload, ownUploads, receiving, removeOwnUpload } from './service.ts';

export const uploadRoutes: Handlers<typeof uploadCalls> = {
  uploadFile: receiving(() => 'attachment'),
  uploadImage: receiving(
    () => 'picture',
    async ({ img }: { img: string }) => ({ name: '', bytes: Buffer.from(img, 'base64') }),
  ),
  upload: ownUpload,
  ownUploads,
  removeUpload: removeOwnUpload,
};
