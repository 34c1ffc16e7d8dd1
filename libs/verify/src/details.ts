import { BundleError } from '@proofkeep/bundle';
import { fillGaps, type GapsOf, type Language } from '@proofkeep/contract';
import { PkiError, type PkiErrorCode, RevocationError } from '@proofkeep/pki';
import { TlogError } from '@proofkeep/tlog';
import { contentDetails } from './details/contents.ts';
import { matterDetails } from './details/matter.ts';
import { proofDetails } from './details/proofs.ts';
import { recordDetails } from './details/records.ts';

/** Sentences of findings in both languages. A released code keeps its meaning; reports contain code and arguments. */
export const details = { ...contentDetails, ...recordDetails, ...matterDetails, ...proofDetails };

/** Code of a finding's sentence; stable once released. */
export type DetailCode = keyof typeof details;
type ArgsOf<Code extends DetailCode> = Readonly<Record<GapsOf<(typeof details)[Code][0 | 1]>, string | number>>;

/** A finding's sentence by its code, with the arguments for its placeholders. */
export interface Detail {
  code: DetailCode;
  args: Readonly<Record<string, string | number>>;
}

/** Makes a detail; the placeholders of its sentence decide which arguments it takes. */
export const detail = <Code extends DetailCode>(
  code: Code,
  ...[args]: GapsOf<(typeof details)[Code][0 | 1]> extends never ? [] : [ArgsOf<Code>]
): Detail => ({ code, args: args ?? {} });

/** A check failed; `detail` says why. */
export class Problem extends Error {
  override name = 'Problem';
  readonly detail: Detail;

  constructor(detail: Detail) {
    super(detailText(detail, 'en'));
    this.detail = detail;
  }
}

/** A `Problem` with this detail. */
export const problem: <Code extends DetailCode>(...args: Parameters<typeof detail<Code>>) => Problem = (...args) =>
  new Problem(detail(...args));

/** Renders a detail. `timeText` formats ISO times (`2026-11-20T06:03:22.000Z`), e.g. in the reader's zone. */
export const detailText = (
  { code, args }: Detail,
  language: Language,
  timeText: (iso: string) => string = (iso) => iso,
): string =>
  fillGaps(details[code][language === 'zh' ? 0 : 1], (name) => {
    const value = String(args[name] ?? '');
    return isTime.test(value) ? timeText(value) : value;
  });

const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

const pkiCodes = {
  ENCODING: 'pki-encoding',
  UNSUPPORTED: 'pki-unsupported',
  SIGNATURE: 'pki-signature',
  MISMATCH: 'pki-mismatch',
  PATH: 'pki-path',
} as const satisfies Record<PkiErrorCode, DetailCode>;

/** Turns any error of a check into a detail. */
export function detailOf(error: unknown): Detail {
  if (error instanceof Problem) return error.detail;
  const text = error instanceof Error ? error.message : String(error);
  if (error instanceof RevocationError) return { code: error.finding.kind, args: error.finding };
  if (error instanceof PkiError) return detail(pkiCodes[error.code], { text });
  if (error instanceof TlogError)
    return detail(error.code === 'SIGNATURE_INVALID' ? 'log-signature' : 'log-form', { text });
  if (error instanceof BundleError) return bundleDetail(error, text);
  return detail('other', { text });
}

function bundleDetail({ code, entry }: BundleError, text: string): Detail {
  if (code === 'CHECKSUM_WRONG') return detail('checksum');
  if (code !== 'CONTAINER_INVALID') return detail('json', { text });
  return entry === undefined ? detail('container-whole', { text }) : detail('container', { entry, text });
}
