import { z } from 'zod';

const lease = z.strictObject({ ano: z.string(), fence: z.string() });

/** Background jobs with their payloads. A job is enqueued in the transaction of the change that needs it; each is safe to run twice. */
export const jobs = {
  /** Seals the capture that a node delivered under this lease. */
  seal: lease,
  /** Seals and certifies submitted files or digests. */
  'seal-files': z.strictObject({ ano: z.string() }),
  /** Timestamps and logs the newest head of a live session's recording. */
  'stamp-head': lease,
  /** Assembles what was received of a live session whose node was lost, and has it sealed. */
  'recover-session': lease,
  /** Removes uploaded files that were not attested in time, or whose attestation is certified. */
  'sweep-received-files': z.strictObject({}),
  /** Removes content from devices that is no longer needed. */
  'sweep-devices': z.strictObject({}),
  /** Makes recordings payable again whose attestation failed or was cancelled. */
  'release-recordings': z.strictObject({}),
  /** Certifies a confirmed attestation once its leaf is in the log. */
  certify: z.strictObject({ ano: z.string() }),
  /** Seals and certifies attestations whose own job used up its retries. */
  'resume-sealing': z.strictObject({}),
  /** Removes the files of a lease that ended without a seal: rejected, cancelled, failed or abandoned. */
  discard: lease,
  /** Makes the attestations of a submission findable by their names and URLs. */
  'index-submission': z.strictObject({ submissionId: z.uuid() }),
  /** Notifies users of finished submissions: no capture in them is still running. */
  'summarise-submissions': z.strictObject({}),
  /** Cancels previews that were not answered in time. */
  'expire-previews': z.strictObject({}),
  /** Removes the file of an upload that nothing refers to any more. */
  'remove-upload': z.strictObject({ id: z.uuid() }),
  /** Removes the content of a deleted file that was uploaded to be attested. */
  'remove-received-file': z.strictObject({ id: z.uuid() }),
  /** Removes uploads that no form used in time. */
  'sweep-uploads': z.strictObject({}),
  /** Removes invoice files that no invoice refers to. */
  'sweep-invoices': z.strictObject({}),
  /** Reads every retained file again and compares digests. */
  'check-store': z.strictObject({}),
  /** Hands a text message to the provider. */
  'send-text-message': z.strictObject({ id: z.string() }),
  /** Sends new messages by mail and text message. */
  'deliver-messages': z.strictObject({}),
  /** Removes messages that were deleted too long ago to be restored. */
  'remove-messages': z.strictObject({}),
  /** Hands a mail to the mail server. */
  'send-mail': z.strictObject({ id: z.string() }),
  /** Asks the provider of a payment whether it was paid. */
  'ask-payment': z.strictObject({ id: z.uuid() }),
  /** Closes a payment at the provider that is no longer wanted. */
  'close-payment': z.strictObject({ id: z.uuid() }),
  /** Refunds a payment at the provider. */
  'refund-payment': z.strictObject({ id: z.uuid() }),
  /** Asks about payments without a notification, and closes orders that were not paid in time. */
  'watch-payments': z.strictObject({}),
  /** Notifies holders of a low balance and of packages that will expire. */
  'send-money-notices': z.strictObject({}),
  /** Checks the whole ledger. */
  'check-ledger': z.strictObject({}),
  /** Timestamps the newest entry of a matter's journal. */
  'stamp-matter': z.strictObject({ matterId: z.uuid() }),
  /** Notifies the parties of a matter by text message what an entry of its journal requires of them. */
  'text-parties': z.strictObject({ matterId: z.uuid(), seq: z.int().positive() }),
  /** Timestamps journals of matters whose job gave up. */
  'resume-stamps': z.strictObject({}),
  /** Makes the sample that visitors see. */
  'make-sample': z.strictObject({}),
  /** Hands evidence to the connected internet court. */
  'submit-netcourt': z.strictObject({ ano: z.string() }),
  /** Retries submissions that the internet court did not accept within the job's retries. */
  'resume-netcourt': z.strictObject({}),
  /** Makes the bundle of an issued matter. */
  'bundle-matter': z.strictObject({ matterId: z.uuid() }),
  /** Makes the bundles of matters whose job gave up. */
  'resume-bundles': z.strictObject({}),
  /** Reminds applicants of matters that wait for them, and ends those without progress for too long. */
  'watch-matters': z.strictObject({}),
  /** Removes files of documents and parties that no row references. */
  'sweep-matters': z.strictObject({}),
  /** Removes files of signed lists that no row references. */
  'sweep-court-lists': z.strictObject({}),
  /** Embeds a document's recorded signatures into its file. */
  'embed-signatures': z.strictObject({ documentId: z.uuid() }),
  /** Reminds the people of matters of their sessions. */
  'remind-sessions': z.strictObject({}),
  /** Ends rooms whose session is over, and finishes recordings that receive nothing more. */
  'watch-rooms': z.strictObject({}),
  /** Removes second factors whose removal was approved a day ago, and expires undecided requests. */
  'finish-recoveries': z.strictObject({}),
  /** Closes accounts whose cooling-off period is over. */
  'finish-closings': z.strictObject({}),
  /** Erases certifications of accounts whose retention period after closing is over. */
  'erase-certifications': z.strictObject({}),
  /** Writes the file of a data export. */
  'export-data': z.strictObject({ id: z.uuid() }),
  /** Ends expired data exports, and removes files that are no longer needed. */
  'sweep-exports': z.strictObject({}),
  /** Writes an exported list of evidence. */
  'export-list': z.strictObject({ id: z.uuid() }),
  /** Ends expired list exports, and removes files that are no longer needed. */
  'sweep-list-exports': z.strictObject({}),
  /** Ends expired sessions, so that none is revived when the clock is set back. */
  'end-sessions': z.strictObject({}),
  /** Removes expired idempotent replies, codes and counters. */
  'forget-expired': z.strictObject({}),
};

/** Name of a job. */
export type JobName = keyof typeof jobs;
/** Payload of a job. */
export type JobOf<Name extends JobName> = z.infer<(typeof jobs)[Name]>;

/** Schedules (cron, UTC) of jobs that no change enqueues. */
export const schedules: Partial<Record<JobName, string>> = {
  'resume-sealing': '37 * * * *',
  'resume-netcourt': '42 * * * *',
  'sweep-received-files': '47 * * * *',
  'sweep-devices': '57 * * * *',
  'release-recordings': '* * * * *',
  'summarise-submissions': '* * * * *',
  'expire-previews': '17 * * * *',
  'sweep-uploads': '31 * * * *',
  'sweep-invoices': '11 20 * * *',
  'check-store': '40 18 * * *',
  'deliver-messages': '* * * * *',
  'remove-messages': '52 19 * * *',
  'watch-payments': '* * * * *',
  'send-money-notices': '* * * * *',
  'check-ledger': '25 19 * * *',
  'remind-sessions': '*/5 * * * *',
  'watch-rooms': '* * * * *',
  'watch-matters': '5 * * * *',
  'sweep-matters': '33 20 * * *',
  'resume-stamps': '22 */6 * * *',
  'resume-bundles': '46 20 * * *',
  'sweep-court-lists': '38 20 * * *',
  'finish-recoveries': '* * * * *',
  'finish-closings': '*/5 * * * *',
  'erase-certifications': '21 20 * * *',
  'sweep-exports': '27 * * * *',
  'sweep-list-exports': '53 * * * *',
  'end-sessions': '* * * * *',
  'forget-expired': '7 20 * * *',
};
