import type { attestationCalls } from '@proofkeep/contract';
import type { Handlers } from '../../http/context.ts';
import * as looking from './reading/details.ts';
import { live } from './reading/live.ts';
import { cancel, confirm, feedback, reject, retry } from './submitting/decisions.ts';
import { preserveUrls } from './submitting/submission.ts';

export const attestationRoutes: Handlers<typeof attestationCalls> = {
  preserveUrls,
  urlList: looking.urlList,
  confirm,
  reject,
  cancel,
  retry,
  picture: looking.picture,
  pictures: looking.pictures,
  info: looking.info,
  openReplay: looking.openReplay,
  editUrl: looking.edit,
  setLabels: looking.edit,
  list: looking.list,
  labels: looking.labels,
  feedback,
  certificate: looking.certificate,
  certificatePdf: looking.certificatePdf,
  timestamp: looking.timestamp,
  timestampBytes: looking.timestampBytes,
  bundle: looking.bundle,
  signature: looking.signature,
  file: looking.file,
  live,
};
