import type { attestationCalls } from '@proofkeep/contract';
import type { Handlers } from '../../http/context.ts';
import { cleanSheet } from './batch/clean.ts';
import { batch, batchList, batchResults, downloadList } from './batch/reading.ts';
import { batchRetry } from './batch/retry.ts';
import { retryPrice } from './batch/retry-price.ts';
import { batchSubmit } from './batch/submit.ts';
import { cookieProfiles, deleteCookieProfile, saveCookieProfile } from './cookies/profiles.ts';
import { addFile, fileDuplicates } from './files/add.ts';
import { filePreview, openPdf } from './files/preview.ts';
import { uploadFile } from './files/receive.ts';
import { preserveDigests, preserveFiles } from './files/submit.ts';
import { finishUpload, openUploads } from './files/uploads/finish.ts';
import { removeUnusedFile, unusedFiles } from './files/uploads/unused.ts';
import { askListExport, discardListExport, listExportFile, listExports } from './list-exports/ask.ts';
import { info, openReplay } from './reading/details.ts';
import * as downloads from './reading/downloads.ts';
import { edit, fileList, groupCounts, labels, list, urlList } from './reading/lists.ts';
import { live } from './reading/live.ts';
import { picture, pictures } from './reading/pictures.ts';
import { textPlaces } from './reading/text-places.ts';
import { deleteView, saveView, views } from './reading/views.ts';
import { capturePlaces, comparison } from './second/shown.ts';
import { cancel, captureAgain, confirm, feedback, reject, retry } from './submitting/decisions.ts';
import { preserveProducts, preserveUrls } from './submitting/submission.ts';

export const attestationRoutes: Handlers<typeof attestationCalls> = {
  preserveUrls,
  preserveProducts,
  cleanSheet,
  batch,
  batchSubmit,
  batchList,
  batchRetry,
  retryPrice,
  batchResults,
  downloadList,
  askListExport,
  listExports,
  listExportFile,
  discardListExport,
  uploadFile,
  openUploads,
  finishUpload,
  unusedFiles,
  removeUnusedFile,
  fileDuplicates,
  addFile,
  filePreview,
  openPdf,
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
  textPlaces,
  info,
  openReplay,
  comparison,
  capturePlaces,
  editUrl: edit,
  setLabels: edit,
  list,
  groupCounts,
  labels,
  views,
  saveView,
  deleteView,
  cookieProfiles,
  saveCookieProfile,
  deleteCookieProfile,
  feedback,
  certificate: downloads.certificate,
  certificatePdf: downloads.certificatePdf,
  timestamp: downloads.timestamp,
  timestampBytes: downloads.timestampBytes,
  bundle: downloads.bundle,
  bundles: downloads.bundles,
  signature: downloads.signature,
  file: downloads.file,
  live,
};
