import type { JobHandlers } from '../../jobs/jobs.ts';
import type { Vault } from '../../kit/vault.ts';
import { deliverMail, type Mailer } from '../../providers/mail.ts';
import { type DeliveryDeps, deliverMessages, removeOldDeleted } from './delivery.ts';

/** @param mailer null if no mail server is configured */
export const messageJobs = (
  deps: DeliveryDeps,
  { mailer, vault }: { mailer: Mailer | null; vault: Vault },
): Pick<JobHandlers, 'deliver-messages' | 'remove-messages' | 'send-mail'> => ({
  'deliver-messages': () => deliverMessages(deps),
  'remove-messages': () => removeOldDeleted(deps, new Date()),
  'send-mail': async ({ id }) => {
    // Queued while a server was configured; the job is retried until one is configured again.
    if (!mailer) throw new Error('A mail is queued, but MAIL_URL is not set any more.');
    await deliverMail({ database: deps.database, vault, mailer }, id);
  },
});
