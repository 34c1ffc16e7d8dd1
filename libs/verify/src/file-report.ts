import type { MatterReport } from './matter/matter-report.ts';
import type { Finding, Report, Verdict } from './report.ts';

/** The result of verifying a certificate PDF without its evidence. */
export interface CertificateReport {
  verdict: Verdict;
  findings: Finding[];
  /** What the certificate says about its evidence; null if that can't be read. */
  certificate: {
    ano: string;
    manifestSha256: string;
    manifestSm3: string;
    /** Time of the seal's timestamp; null if it isn't valid. */
    stampedAt: string | null;
  } | null;
}

/** The result of verifying a file of any kind. */
export type FileReport = Report | MatterReport | CertificateReport;

/** Whether the report is about the bundle of a notarization matter. */
export const isMatterReport = (report: FileReport): report is MatterReport => 'matter' in report;

/** Whether the report is about a certificate without its evidence. */
export const isCertificateReport = (report: FileReport): report is CertificateReport => 'certificate' in report;
