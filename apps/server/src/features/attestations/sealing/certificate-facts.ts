import { paths } from '@proofkeep/bundle';
import { sm3Hex } from '@proofkeep/bundle/node';
import {
  blockSentence,
  type CaptureEnvironment,
  type CaptureReport,
  type ClockReading,
  legalTime,
  markWords,
  missingWords,
  type Said,
  sentenceIn,
  stepWords,
  submitterFacts,
  type Word,
} from '@proofkeep/contract';
import { parseCertificate } from '@proofkeep/pki';
import type { CertificateFacts } from '@proofkeep/seal';
import type { Installation } from '../../../installation.ts';
import type { LoggedEntry } from '../../../log/log.ts';
import { manifestIn, partIn, readData, readReport, type SealedParts } from '../../evidence/service.ts';
import { stampsIn } from './stamp.ts';

/** Everything that the certificate states, from the sealed parts and the log entry. */
export async function certificateFacts(
  { store, authority }: Installation,
  { data, parts }: SealedParts,
  entry: LoggedEntry,
): Promise<CertificateFacts> {
  const report = await readReport(store, data);
  const { page, environment } = report;
  const { manifest, manifestSha256 } = manifestIn(parts);
  const settings = (['openedDestinations', 'fixedNames', 'trustedKeys'] as const)
    .map((label) => ({ label, value: environment?.settings[label].join('  ') ?? '' }))
    .filter(({ value }) => value !== '');
  const thumbnail = manifest.objects.find((object) => object.path.startsWith(`${paths.dataFolder}thumbnail.`));
  if (!environment || !thumbnail) throw new Error(`${manifest.ano} has no environment report or no thumbnail.`);
  return {
    ano: manifest.ano,
    requestedUrl: manifest.subject.requestedUrl,
    finalUrl: manifest.subject.finalUrl,
    title: manifest.subject.title,
    submitter: submitterFacts({ applicant: manifest.applicant, operator: manifest.capture.operator }).map(
      ({ mark, ...fact }) => ({ ...fact, mark: mark && markWords[mark], isUncertified: mark === 'uncertified' }),
    ),
    startedAt: new Date(manifest.capture.startedAt),
    endedAt: new Date(manifest.capture.endedAt),
    state: manifest.capture.state,
    lacking: lackingIn(report),
    alterations: report.alterations.map(({ said }) => [sentenceIn(said, 'zh'), sentenceIn(said, 'en')] as const),
    isTlsOverridden: report.alterations.some(({ kind }) => kind === 'tls-overridden'),
    server: {
      status: page.status,
      address: page.serverAddress,
      protocol: page.protocol,
      date: page.siteDate === null ? null : new Date(page.siteDate),
      tls: page.tls,
      redirects: page.redirects,
    },
    environment: [
      { label: 'tool', value: `${environment.tool} ${environment.toolVersion}` },
      { label: 'browser', value: environment.browser },
      { label: 'browserSha256', value: environment.browserSha256 },
      { label: 'userAgent', value: environment.userAgent },
      { label: 'operatingSystem', value: environment.operatingSystem },
      {
        label: 'isolation',
        value: `${isolationWords[environment.isolation]}\n浏览器沙箱已启用  browser sandbox enabled`,
      },
      { label: 'profile', value: profileText(environment) },
      { label: 'extensions', value: environment.extensions.join(', ') || '无  none' },
      { label: 'locale', value: `${environment.locale}, ${environment.timezone}` },
      { label: 'viewport', value: environment.viewport },
      { label: 'resolvers', value: environment.resolvers.join(', ') },
      ...settings,
      { label: 'clock', value: recorderClock(environment.clock) },
    ],
    objects: manifest.objects,
    manifestSha256,
    manifestSm3: sm3Hex(partIn(parts, paths.manifest)),
    ...(await stampsIn(parts)),
    clock: clockText(manifest.clock),
    log: { origin: entry.origin, index: entry.index, size: entry.size, root: entry.root },
    sealedBy: parseCertificate(authority.seal.chain[0] ?? new Uint8Array(0)).subjectText,
    thumbnail: await readData(store, data, thumbnail.path),
    qr: `${manifest.ano}\nsha256:${manifestSha256}`,
  };
}

/** Missing resources that the certificate lists; the report has all of them. */
const maxMissing = 100;

/** The completeness statement: empty when the capture is complete. */
function lackingIn({ block, limits, steps, missing }: CaptureReport): CertificateFacts['lacking'] {
  const inBoth = (said: readonly Said[], [zh, en]: Word = ['', '']): Word => [
    [zh, said.map((one) => sentenceIn(one, 'zh')).join(' ')].filter(Boolean).join('：'),
    [en, said.map((one) => sentenceIn(one, 'en')).join(' ')].filter(Boolean).join(': '),
  ];
  const more = missing.length - maxMissing;
  const cut = steps.filter(({ outcome }) => outcome === 'cut' || outcome === 'failed');
  return [
    ...(block ? [{ what: '网页  Page', why: [blockSentence(block, 'zh'), blockSentence(block, 'en')] as const }] : []),
    ...limits.map((limit) => ({ what: '达到上限  Limit reached', why: inBoth([limit]) })),
    ...cut.map(({ step, said }) => ({ what: stepWords[step].join('  '), why: inBoth(said) })),
    ...missing
      .slice(0, maxMissing)
      .map(({ url, why, said }) => ({ what: url, why: inBoth([said], missingWords[why]) })),
    ...(more > 0 ? [{ what: 'data/report.json', why: [`另有 ${more} 项`, `${more} more`] as const }] : []),
  ];
}

/** States only what was checked about the browser's profile. */
function profileText({ freshProfile, profileRemovedAt }: CaptureEnvironment): string {
  const before = freshProfile
    ? '为本次取证新建，打开网页前无 Cookie  created for this capture, no cookies before the page was opened'
    : '打开网页前已有 Cookie  had cookies before the page was opened';
  const after = profileRemovedAt
    ? `浏览器结束后文件夹已删除  folder deleted after the browser exited: ${legalTime(profileRemovedAt)}`
    : '未能确认文件夹已删除  deletion of the folder not confirmed';
  return `${before}\n${after}`;
}

function recorderClock({ before, after }: CaptureEnvironment['clock']): string {
  if (!before && !after) return clockText(null);
  return `取证前 before capture: ${clockText(before)}\n取证后 after capture: ${clockText(after)}`;
}

/** A clock's offset from time servers, as the certificate states it. */
function clockText(reading: ClockReading | null): string {
  if (!reading) return '未与任何外部时钟比对  not compared with outside clocks';
  const { offsetMs, uncertaintyMs, sources } = reading;
  const off = `${offsetMs > 0 ? '+' : ''}${offsetMs} ms ± ${uncertaintyMs} ms`;
  return `${off}（${sources} 个时间服务器一致）  ${sources} time servers agree`;
}

const isolationWords = {
  namespace: '独立网络命名空间，仅可经出口代理访问  separate network namespace, access through the egress proxy only',
  proxy: '经出口代理访问  access through the egress proxy',
} as const;
