import type { uploadCalls } from '@proofkeep/contract';
import type { Handlers } from '../../http/context.ts';
import { keepUpload, ownUpload, receiveUpload } from './service.ts';

export const uploadRoutes: Handlers<typeof uploadCalls> = {
  uploadFile: (_input, context) => receiveUpload('attachment', context),
  uploadImage: ({ img }, context) => keepUpload(context, 'picture', { name: '', bytes: Buffer.from(img, 'base64') }),
  upload: ownUpload,
};
