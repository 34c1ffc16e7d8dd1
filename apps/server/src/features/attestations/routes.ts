import type { attestationCalls } from '@proofkeep/contract';
import type { Handlers } from '../../http/context.ts';
import { cancel, confirm, feedback, reject, retry } from './answering.ts';
import { live } from './live.ts';
import * as looking from './looking.ts';
import { preserveUrls } from './submitting.ts';

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
