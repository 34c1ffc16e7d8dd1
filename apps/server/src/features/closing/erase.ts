import type { Database } from '../../database/database.ts';
import { writeOwnAudit } from '../../http/audit.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { eachAlone } from '../../kit/each-alone.ts';
import { eraseCertifications } from '../certification/service.ts';
import { findUnerased, markErased } from './store.ts';

const dayMs = 86_400_000;

/**
 * Erases the certifications of accounts closed more than `keptDays` ago. Each account has its own transaction; safe to
 * run twice. A job removes the pictures.
 */
export async function eraseClosed(
  { database, jobs, keptDays }: { database: Database; jobs: Jobs; keptDays: number },
  now: Date,
): Promise<void> {
  const before = new Date(now.getTime() - keptDays * dayMs);
  await eachAlone(await findUnerased(database.pool, before), ({ id, accountId, personId }) =>
    database.transaction(async (db) => {
      if (!(await markErased(db, id, now))) return;
      const certifications = await eraseCertifications(db, jobs, { accountId, personId });
      if (certifications > 0)
        await writeOwnAudit(db, {
          event: 'certification.erased',
          loginId: personId,
          subject: { closing: id, certifications },
        });
    }),
  );
}
