import {
  message,
  type ProblemReportEvent,
  type ProblemReportRole,
  type ProblemReportState,
  problemReportStateTable,
  reportPath,
} from '@proofkeep/contract';
import type { Lifecycle } from '../../kit/transition.ts';
import type { Mails } from '../../providers/mail.ts';
import { notify } from '../messages/service.ts';
import { answerMail } from './mail-words.ts';
import { insertEntry, type ReportRow } from './store.ts';

interface Detail {
  row: Pick<ReportRow, 'id' | 'loginId' | 'email' | 'language' | 'text'>;
  /** The text of the message; null for closing. */
  text: string | null;
  /** Id of the operator; null for the reporter. */
  staffId: string | null;
  now: Date;
  mails: Mails;
}

/** The entries are the history; an answer reaches the reporter in the same transaction. */
export const problemReportLifecycle: Lifecycle<ProblemReportState, ProblemReportEvent, ProblemReportRole, Detail> = {
  table: problemReportStateTable,
  relation: 'problem_report',
  key: 'id',
  async record(db, { event, detail: { row, text, staffId, now, mails } }) {
    if (text !== null) await insertEntry(db, { id: row.id, staffId, text, now });
    if (event !== 'answer' || text === null) return;
    const { loginId, email, language } = row;
    if (loginId)
      await notify(db, {
        loginId,
        kind: 'support',
        message: message('message.report-answered'),
        link: reportPath(row.id),
      });
    else if (email)
      await mails.send(db, { address: email, ...answerMail({ report: row.text, answer: text, language }) });
  },
};
