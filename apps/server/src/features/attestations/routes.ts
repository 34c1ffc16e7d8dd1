import type { attestationCalls } from '@proofkeep/contract';
import type { Handlers } from '../../http/context.ts';
import { uploadFile } from './files/receive.ts';
import { preserveDigests, preserveFiles } from './files/submit.ts';
import { finishUpload, openUploads } from './files/uploads/finish.ts';
import { info, openReplay } from './reading/details.ts';
import * as downloads from './reading/downloads.ts';
import { edit, fileList, labels, list, urlList } from './reading/lists.ts';
import { live } from './reading/live.ts';
import { picture, pictures } from './reading/pictures.ts';
import { cancel, captureAgain, confirm, feedback, reject, retry } from './submitting/decisions.ts';
import { preserveUrls } from './submitting/submission.ts';

export const attestationRoutes: Handlers<typeof attestationCalls> = {
  preserveUrls,
  uploadFile,
  openUploads,
  finishUpload,
  preserveFiles,
  preserveDigests,
  fileList,
  editFile: edit,
  urlList,
  confirm,
  reject,
  captureAgain,
  cancel,
  retry,
  picture,
  pictures,
  info,
  openReplay,
  editUrl: edit,
  setLabels: edit,
  list,
  labels,
  feedback,
  certificate: downloads.certificate,
  certificatePdf: downloads.certificatePdf,
  timestamp: downloads.timestamp,
  timestampBytes: downloads.timestampBytes,
  bundle: downloads.bundle,
  signature: downloads.signature,
  file: downloads.file,
  live,
};
