import { z } from 'zod';

const lease = z.strictObject({ ano: z.string(), fence: z.string() });

/** What the service does by itself, after the change that asked for it is committed. Each is safe to be done twice. */
export const jobs = {
  /** Seals what a capture node has delivered under this lease. */
  seal: lease,
  /** Certifies what was confirmed, once it is in the log. */
  certify: z.strictObject({ ano: z.string() }),
  /** Removes the files of a lease that came to nothing: rejected, cancelled, failed, or given up. */
  discard: lease,
  /** Cancels previews that nobody answered. */
  'expire-previews': z.strictObject({}),
  /** Removes the file of an upload that is not referred to any more. */
  'remove-upload': z.strictObject({ id: z.uuid() }),
  /** Removes uploads that no form used in time. */
  'sweep-uploads': z.strictObject({}),
  /** Removes files of invoices that no invoice has any more. */
  'sweep-invoices': z.strictObject({}),
  /** Reads every retained file again and compares digests. */
  'check-store': z.strictObject({}),
  /** Hands a text message to the provider that carries it on. */
  'send-text-message': z.strictObject({ id: z.string() }),
  /** Tells by mail and text message what was told on the site alone so far. */
  'tell-messages': z.strictObject({}),
  /** Removes messages that were deleted too long ago to be taken back. */
  'forget-messages': z.strictObject({}),
  /** Hands a mail to the server that carries it on. */
  'send-mail': z.strictObject({ id: z.string() }),
  /** Asks the provider of a payment whether it was paid. */
  'ask-payment': z.strictObject({ id: z.uuid() }),
  /** Has the provider close a payment that is not wanted any more. */
  'close-payment': z.strictObject({ id: z.uuid() }),
  /** Has the provider give money back. */
  'refund-payment': z.strictObject({ id: z.uuid() }),
  /** Asks about payments that nobody was told of, and closes orders that were not paid in time. */
  'watch-payments': z.strictObject({}),
  /** Tells whoever holds an account that its balance fell low, and that a package will expire. */
  'tell-money': z.strictObject({}),
  /** Reads the whole ledger again. */
  'check-ledger': z.strictObject({}),
  /** Removes second factors whose removal was approved a day ago, and ends requests that nobody decided. */
  'finish-recoveries': z.strictObject({}),
  /** Removes answers that are kept for a change asked for twice, and codes and counts whose time is over. */
  'forget-expired': z.strictObject({}),
};

export type JobName = keyof typeof jobs;
export type JobOf<Name extends JobName> = z.infer<(typeof jobs)[Name]>;

/** When those that nobody asks for are done (cron, UTC). */
export const schedules: Partial<Record<JobName, string>> = {
  'expire-previews': '17 * * * *',
  'sweep-uploads': '31 * * * *',
  'sweep-invoices': '11 20 * * *',
  'check-store': '40 18 * * *',
  'tell-messages': '* * * * *',
  'forget-messages': '52 19 * * *',
  'watch-payments': '* * * * *',
  'tell-money': '* * * * *',
  'check-ledger': '25 19 * * *',
  'finish-recoveries': '* * * * *',
  'forget-expired': '7 20 * * *',
};
