import type { JobHandlers } from '../../jobs/jobs.ts';
import type { Vault } from '../../kit/vault.ts';
import { deliverMail, type Mailer } from '../../providers/mail.ts';
import { forgetDeleted, type Telling, tellMessages } from './telling.ts';

/** What the service does by itself with messages. Each may be done twice. @param mailer null where none was set up */
export const messageJobs = (
  telling: Telling,
  { mailer, vault }: { mailer: Mailer | null; vault: Vault },
): Pick<JobHandlers, 'tell-messages' | 'forget-messages' | 'send-mail'> => ({
  'tell-messages': () => tellMessages(telling),
  'forget-messages': () => forgetDeleted(telling, new Date()),
  'send-mail': async ({ id }) => {
    // What was asked for while there was one waits until there is one again.
    if (!mailer) throw new Error('MAIL_URL is not set any more, and a mail waits to be sent.');
    await deliverMail({ database: telling.database, vault, mailer }, id);
  },
});
