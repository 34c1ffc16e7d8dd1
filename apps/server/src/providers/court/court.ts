import type { NetcourtForm } from '@proofkeep/contract';
import type { CourtReport, SentReport } from './court-report.ts';

/** Answer of a court's system: accepted under a number, or declined. */
export type CourtAnswer = { reference: string } | { refusedBecause: string };

/** A signed list of evidence for submission to a court. */
export interface CourtList {
  /**
   * Number and version of the application: the court answers a repeated one with the same reference; a corrected list
   * has a new version.
   */
  no: string;
  /** Name of the court that the applicant entered. */
  court: string;
  caseNo: string;
  pdf: Uint8Array;
  /** The list as data (docs/formats/evidence-list.md). */
  json: Uint8Array;
}

/** Outcome of a list. */
export type ListAnswer = { state: 'pending' } | { state: 'accepted' } | { state: 'returned'; reason: string };

/**
 * The system of a court that accepts evidence. The platforms of internet courts publish no interface that an outside
 * service may use; `http-court.ts` implements our own (docs/formats/court-push.md), which an operator can connect to
 * the agreed system.
 */
export interface Court {
  readonly name: string;
  /** True if submissions reach no court. */
  readonly isDevelopment: boolean;
  /**
   * Submits evidence. Repeating a submission has the same result, so an interrupted job may repeat it.
   * @param o.submittedAt when the user submitted it; a repetition has the same time, a new submission after a refusal a
   * later one
   * @param o.openBundle opens the evidence bundle; a court that takes only digests doesn't call it
   * @throws Error if the system is unreachable
   */
  submit(
    form: NetcourtForm,
    o: { submittedAt: Date; openBundle: () => Promise<AsyncIterable<Uint8Array>> },
  ): Promise<CourtAnswer>;
  /**
   * Submits a signed list. Safe to repeat for the same number. @returns the court's reference @throws Error as `submit`
   */
  submitList(list: CourtList): Promise<string>;
  /** @throws Error as `submit` */
  askAboutList(reference: string): Promise<ListAnswer>;
  /** Reads a report that the court sends on its own; absent if it sends none. @throws CourtReportError */
  readReport?(sent: SentReport): CourtReport;
}
