import type { Check, Finding, Report } from '@proofkeep/verify';

export const groups = ['files', 'timestamps', 'signatures', 'log', 'certificate', 'documents', 'journal'] as const;
export type Group = (typeof groups)[number];

/** The group that each check is shown in. */
const groupOf: Record<Check, Group> = {
  container: 'files',
  manifest: 'files',
  object: 'files',
  report: 'files',
  clock: 'timestamps',
  record: 'files',
  product: 'files',
  second: 'files',
  comparison: 'files',
  recording: 'files',
  heads: 'timestamps',
  files: 'files',
  segments: 'signatures',
  gaps: 'files',
  'device-word': 'files',
  uncompared: 'files',
  contents: 'files',
  part: 'files',
  unlisted: 'files',
  timestamp: 'timestamps',
  'outside-timestamp': 'timestamps',
  'outside-revocation': 'timestamps',
  'outside-refusal': 'timestamps',
  custody: 'files',
  order: 'timestamps',
  'manifest-signature': 'signatures',
  'contents-signature': 'signatures',
  revocation: 'signatures',
  leaf: 'log',
  inclusion: 'log',
  checkpoint: 'log',
  certificate: 'certificate',
  'certificate-manifest': 'certificate',
  'certificate-data': 'certificate',
  'later-changes': 'certificate',
  evidence: 'files',
  'certificate-timestamp': 'certificate',
  deed: 'documents',
  document: 'documents',
  'document-signature': 'documents',
  journal: 'journal',
  'journal-log': 'journal',
  'journal-time': 'journal',
  handwriting: 'documents',
  'seal-picture': 'documents',
  'session-recording': 'journal',
  consent: 'journal',
  'journal-timestamp': 'journal',
};

const rank = { failed: 0, 'not-checked': 1, passed: 2 } as const;
const byOutcome = (a: Finding, b: Finding) => rank[a.outcome] - rank[b.outcome];
/** A bundle has many findings of these checks: passed ones are collapsed. */
const many: ReadonlySet<Check> = new Set(['object', 'part']);

export interface GroupOfFindings {
  group: Group;
  /** Worst outcome of the required findings. */
  outcome: Finding['outcome'];
  /** Failures first. */
  shown: Finding[];
  folded: Finding[];
}

export function grouped(findings: readonly Finding[]): GroupOfFindings[] {
  return groups.flatMap((group) => {
    const own = findings.filter(({ check }) => groupOf[check] === group).sort(byOutcome);
    if (own.length === 0) return [];
    const isFolded = ({ check, outcome }: Finding) => outcome === 'passed' && many.has(check);
    const counted = own.filter(({ outcome, required }) => required || outcome === 'failed');
    return {
      group,
      outcome: counted[0]?.outcome ?? 'passed',
      shown: own.filter((finding) => !isFolded(finding)),
      folded: own.filter(isFolded),
    };
  });
}

/** Distinct paths of the parts that failed, in the order found; leaves out findings about the whole bundle. */
export const failedParts = ({ findings }: Pick<Report, 'findings'>): string[] => [
  ...new Set(findings.filter(({ outcome, subject }) => outcome === 'failed' && subject).map(({ subject }) => subject)),
];

/** Names of the sealer and the log, taken only from checks that passed. */
export function vouchers({ findings }: Report): { sealedBy: string | null; log: string | null } {
  const argOf = (wanted: Check, name: string) => {
    const value = findings.find(({ check, outcome }) => check === wanted && outcome === 'passed')?.args[name];
    return value === undefined ? null : String(value);
  };
  return { sealedBy: argOf('manifest-signature', 'who'), log: argOf('checkpoint', 'origin') };
}
