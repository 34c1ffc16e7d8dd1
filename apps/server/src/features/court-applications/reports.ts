import { courtApplicationStateTable, courtReportPath } from '@proofkeep/contract';
import type { FastifyInstance } from 'fastify';
import type { Client } from '../../database/client.ts';
import type { Database } from '../../database/database.ts';
import type { Limiter } from '../../http/limits.ts';
import type { Court } from '../../providers/court/court.ts';
import { type CourtReport, CourtReportError } from '../../providers/court/court-report.ts';
import { answerSubmission, type SubmissionOutcome } from '../netcourt/service.ts';
import { moveApplication } from './lifecycle.ts';
import { lockApplicationByNo } from './store.ts';

interface ReportDeps {
  database: Database;
  court: Court | null;
  publicUrl: string;
  limiter: Limiter;
  clock: () => Date;
}

const statusOf: Record<SubmissionOutcome, number> = { applied: 204, known: 204, contradicts: 409, unknown: 404 };
const maxBytes = 2 ** 16;
/** Rate limit; above it, reports are refused before their signature is verified. */
const reportLimit: Parameters<Limiter['count']>[0] = {
  path: courtReportPath,
  limits: [{ per: 'address', times: 600, seconds: 60 }],
};

/**
 * Receives reports that a court sends on its own (docs/formats/court-push.md). Takes the raw bytes, because the
 * signature covers them.
 */
export async function serveCourtReports(app: FastifyInstance, deps: ReportDeps): Promise<void> {
  const { database, court, publicUrl, limiter, clock } = deps;
  await app.register(async (raw) => {
    raw.removeAllContentTypeParsers();
    raw.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxBytes }, (_request, body, done) =>
      done(null, body),
    );
    raw.addHook('onRequest', async ({ ip }) => {
      await limiter.count(reportLimit, { address: ip, login: undefined });
    });
    raw.post<{ Body: Buffer | undefined }>(courtReportPath, async (request, reply) => {
      const { readReport } = court ?? {};
      if (!court || !readReport) return reply.status(404).send();
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
      const now = clock();
      const sent = { url: `${publicUrl}${courtReportPath}`, headers, body: request.body ?? Buffer.alloc(0), now };
      try {
        const report = readReport(sent);
        const outcome = await database.transaction((db) => applyReport(db, report, { name: court.name, now }));
        if (outcome === 'contradicts' || outcome === 'unknown')
          request.log.warn({ outcome, submission: report.submission }, 'a report of the court changes nothing');
        return reply.status(statusOf[outcome]).send();
      } catch (error) {
        if (!(error instanceof CourtReportError)) throw error;
        request.log.warn({ address: request.ip }, error.message);
        return reply.status(error.isUnsigned ? 401 : 400).send();
      }
    });
  });
}

/**
 * Applies a report to the submission that it names. Repeated reports change nothing, and neither do reports about an
 * earlier version of a list or an earlier submission of evidence: each has its own number.
 */
async function applyReport(
  db: Client,
  report: CourtReport,
  { name, now }: { name: string; now: Date },
): Promise<SubmissionOutcome> {
  const [, no = '', version = ''] = /^(.+)-(\d{1,15})$/.exec(report.submission) ?? [];
  if (report.about === 'evidence') {
    const answer = report.state === 'received' ? report : { refusedBecause: report.reason };
    return answerSubmission(db, { ano: no, court: name, submittedAt: new Date(Number(version)), answer, now });
  }
  const row = await lockApplicationByNo(db, no);
  if (!row || row.version !== Number(version)) return 'unknown';
  if (row.state === report.state) return 'known';
  const event = report.state === 'accepted' ? 'accept' : 'return';
  if (!courtApplicationStateTable.after(row.state, event, 'court')) return 'contradicts';
  const reason = report.state === 'returned' ? report.reason : null;
  await moveApplication(db, row, { event, who: 'court', name, note: reason ?? '', now, set: { reason } });
  return 'applied';
}
