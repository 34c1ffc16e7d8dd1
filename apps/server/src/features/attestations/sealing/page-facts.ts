import { type LiveManifest, type PageManifest, ProductRecord, paths, readSealed } from '@proofkeep/bundle';
import {
  blockSentence,
  type CaptureEnvironment,
  type CaptureReport,
  legalTime,
  type Message,
  missingWords,
  type SessionFacts,
  sentenceIn,
  stepWords,
  type Word,
} from '@proofkeep/contract';
import type { PageFacts } from '@proofkeep/seal';
import type { Store } from '../../../store/store.ts';
import { readData, readReport, type StoredFile } from '../../evidence/service.ts';
import { clockText } from './clock-text.ts';
import { secondFacts } from './second-facts.ts';

type OfPage = Pick<
  PageFacts,
  | 'kind'
  | 'product'
  | 'recording'
  | 'second'
  | 'requestedUrl'
  | 'finalUrl'
  | 'startedAt'
  | 'endedAt'
  | 'state'
  | 'lacking'
  | 'alterations'
  | 'isTlsOverridden'
  | 'server'
  | 'environment'
  | 'objects'
  | 'thumbnail'
>;

/** The facts of a captured page, from its manifest and its report. */
export async function pageFacts(
  store: Store,
  data: readonly StoredFile[],
  manifest: PageManifest | LiveManifest,
): Promise<OfPage> {
  const report = await readReport(store, data);
  const { page, environment } = report;
  const { subject, capture } = manifest;
  const settings = (['openedDestinations', 'fixedNames', 'trustedKeys'] as const)
    .map((label) => ({ label, value: environment?.settings[label].join('  ') ?? '' }))
    .filter(({ value }) => value !== '');
  const thumbnail = manifest.objects.find((object) => object.path.startsWith(`${paths.dataFolder}thumbnail.`));
  if (!environment || !thumbnail) throw new Error(`${manifest.ano} has no environment report or no thumbnail.`);
  return {
    kind: manifest.kind,
    product: await productFacts(store, data, manifest),
    ...(manifest.kind !== 'live' && manifest.second && { second: await secondFacts(store, data, manifest.second) }),
    ...(report.session && { recording: recordingFacts(report.session) }),
    requestedUrl: subject.requestedUrl,
    finalUrl: subject.finalUrl,
    startedAt: new Date(capture.startedAt),
    endedAt: new Date(capture.endedAt),
    state: capture.state,
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
    thumbnail: await readData(store, data, thumbnail.path),
  };
}

/** Null unless product facts were requested and could be read. */
async function productFacts(
  store: Store,
  data: readonly StoredFile[],
  { kind, objects }: PageManifest | LiveManifest,
): Promise<PageFacts['product']> {
  if (kind !== 'ecommerce' || !objects.some(({ path }) => path === paths.product)) return null;
  const record = readSealed(ProductRecord, await readData(store, data, paths.product), paths.product);
  const captured = record.images.filter(({ source }) => source !== null).length;
  return { fields: record.fields, images: { count: record.images.length, captured } };
}

const deviceWords = { desktop: '桌面  desktop', mobile: '手机  mobile' } as const;

function recordingFacts(facts: SessionFacts): NonNullable<PageFacts['recording']> {
  const { startedAt, endedAt, device, frames, events, chunks, head, downloads, snapshots, pages, masked, isFull } =
    facts;
  const notes: Word[] = [
    ...(masked > 0
      ? [
          [
            `密码等 ${masked} 处输入已在记录中隐去。`,
            `${masked} inputs into password fields are masked in the record.`,
          ] as const,
        ]
      : []),
    isFull
      ? ['网络记录含有登录凭据原文。', 'The network record contains credentials as they were sent.']
      : ['网络记录中的登录凭据以摘要代替。', 'Credentials in the network record are replaced by their digests.'],
  ];
  return {
    startedAt: new Date(startedAt),
    endedAt: new Date(endedAt),
    device: deviceWords[device],
    frames,
    events,
    chunks,
    head,
    downloads: downloads.length,
    snapshots: snapshots.length,
    pages: pages.map(({ url, title }) => ({ url, title })),
    notes,
  };
}

/** Maximum number of missing resources on the certificate; the report has all of them. */
const maxMissing = 100;

/** The completeness statement; empty if the capture is complete. */
function lackingIn({ block, limits, steps, missing }: CaptureReport): PageFacts['lacking'] {
  const inBoth = (said: readonly Message[], [zh, en]: Word = ['', '']): Word => [
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

const isolationWords = {
  namespace: '独立网络命名空间，仅可经出口代理访问  separate network namespace, access through the egress proxy only',
  proxy: '经出口代理访问  access through the egress proxy',
} as const;
