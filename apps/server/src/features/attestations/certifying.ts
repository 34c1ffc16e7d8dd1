import { readdir, readFile } from 'node:fs/promises';
import { Contents, canonicalBytes, type Manifest, paths, verificationInstructions } from '@proofkeep/bundle';
import { sha256Hex, sm3Hex } from '@proofkeep/bundle/node';
import {
  blockSentence,
  type CaptureReport,
  missingWords,
  type Said,
  sentenceIn,
  stepWords,
  type Word,
} from '@proofkeep/contract';
import { parseCertificate } from '@proofkeep/pki';
import {
  type CertificateFacts,
  certifyPdf,
  chainPem,
  drawCertificate,
  signDetached,
  tokenSource,
} from '@proofkeep/seal';
import type { Installation } from '../../installation.ts';
import type { LoggedEntry } from '../../log/log.ts';
import type { EvidenceFolder } from './evidence-folder.ts';
import { stampsIn } from './stamping.ts';

interface Sealed {
  manifest: Manifest;
  report: CaptureReport;
  entry: LoggedEntry;
}

/** Writes what stands around the sealed manifest: the proof of inclusion, the certificate, the hints and the signed list of them. */
export async function certify(installation: Installation, folder: EvidenceFolder, sealed: Sealed): Promise<void> {
  const { authority } = installation;
  await folder.write(paths.inclusion, sealed.entry.proof);
  const facts = await certificateFacts(installation, folder, sealed);
  const drawn = await drawCertificate(facts, new Date());
  const certified = await certifyPdf(drawn, authority.seal, {
    timestamp: tokenSource(installation.timestamps),
    signerName: facts.sealedBy,
    reason: `存证证书 ${sealed.manifest.ano}`,
    claimedAt: new Date(),
  });
  await folder.write(paths.certificate, certified);

  const crls = await authority.crls();
  await folder.write(paths.sealChain, Buffer.from(chainPem(authority.seal.chain)));
  await folder.write(paths.tsaChain, Buffer.from(chainPem(authority.tsa.chain)));
  await folder.write(paths.crl, crls.issuing);
  await folder.write(paths.rootCrl, crls.root);
  await folder.write(paths.logKey, Buffer.from(`${authority.logSigner.vkey}\n`));
  const outsideTokens = facts.timestamps.filter(({ own }) => !own).length;
  const instructions = verificationInstructions(sealed.manifest, facts.manifestSha256, outsideTokens);
  await folder.write(paths.instructions, Buffer.from(instructions));

  const contents = canonicalBytes(await contentsOf(folder, sealed.manifest, facts.manifestSha256));
  await folder.write(paths.contentsSignature, await signDetached(authority.seal, contents, { claimedAt: new Date() }));
  await folder.write(paths.contents, contents);
}

/** Every file of the folder that the manifest does not list, but for the list itself and its signature. */
async function contentsOf(folder: EvidenceFolder, manifest: Manifest, manifestSha256: string): Promise<Contents> {
  const apart = new Set<string>([paths.manifest, paths.contents, paths.contentsSignature]);
  const all = await filesOf(folder);
  const files = await Promise.all(
    all
      .filter((path) => !path.startsWith(paths.dataFolder) && !apart.has(path))
      .map(async (path) => {
        const bytes = await readFile(folder.at(path));
        return { path, size: bytes.length, sha256: sha256Hex(bytes) };
      }),
  );
  return Contents.parse({
    v: 1,
    type: 'proofkeep-contents',
    ano: manifest.ano,
    manifestSha256,
    files,
  } satisfies Contents);
}

/** Paths of all parts, relative, `/` separated, sorted bytewise; a temporary file that a crash left is none. */
export async function filesOf(folder: EvidenceFolder): Promise<string[]> {
  const entries = await readdir(folder.path, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.tmp'))
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(folder.path.length + 1))
    .sort();
}

async function certificateFacts(
  installation: Installation,
  folder: EvidenceFolder,
  { manifest, report, entry }: Sealed,
): Promise<CertificateFacts> {
  const { page, environment } = report;
  const settings = (['openedDestinations', 'fixedNames', 'trustedKeys'] as const)
    .map((label) => ({ label, value: environment?.settings[label].join('  ') ?? '' }))
    .filter(({ value }) => value !== '');
  const bytes = await readFile(folder.at(paths.manifest));
  const manifestSha256 = sha256Hex(bytes);
  const thumbnail = manifest.objects.find((object) => object.path.startsWith(`${paths.dataFolder}thumbnail.`));
  if (!environment || !thumbnail) throw new Error(`${manifest.ano} has no environment report or no thumbnail.`);
  return {
    ano: manifest.ano,
    requestedUrl: manifest.subject.requestedUrl,
    finalUrl: manifest.subject.finalUrl,
    title: manifest.subject.title,
    operator: manifest.capture.operator,
    startedAt: new Date(manifest.capture.startedAt),
    endedAt: new Date(manifest.capture.endedAt),
    state: manifest.capture.state,
    lacking: lackingIn(report),
    server: {
      status: page.status,
      address: page.serverAddress,
      protocol: page.protocol,
      tls: page.tls,
      redirects: page.redirects,
    },
    environment: [
      { label: 'tool', value: `${environment.tool} ${environment.toolVersion}` },
      { label: 'browser', value: environment.browser },
      { label: 'browserSha256', value: environment.browserSha256 },
      { label: 'userAgent', value: environment.userAgent },
      { label: 'operatingSystem', value: environment.operatingSystem },
      { label: 'isolation', value: `${isolationWords[environment.isolation]}\n浏览器沙箱已启用  browser sandbox on` },
      { label: 'profile', value: environment.freshProfile ? '全新、用后销毁  fresh, destroyed after use' : '' },
      { label: 'extensions', value: environment.extensions.join(', ') || '无  none' },
      { label: 'locale', value: `${environment.locale}, ${environment.timezone}` },
      { label: 'viewport', value: environment.viewport },
      { label: 'resolvers', value: environment.resolvers.join(', ') },
      ...settings,
      {
        label: 'clock',
        value:
          environment.clockOffsetMs === null
            ? ''
            : `${environment.clockOffsetMs} ms (${environment.clockReference ?? ''})`,
      },
    ],
    objects: manifest.objects,
    manifestSha256,
    manifestSm3: sm3Hex(bytes),
    ...(await stampsIn(folder)),
    log: { origin: entry.origin, index: entry.index, size: entry.size, root: entry.root },
    sealedBy: parseCertificate(installation.authority.seal.chain[0] ?? new Uint8Array(0)).subjectText,
    thumbnail: await readFile(folder.at(thumbnail.path)),
    qr: `${manifest.ano}\nsha256:${manifestSha256}`,
  };
}

/** Of the resources that are missing; the rest stand in the report. */
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
    ...(block
      ? [{ what: '网页  The page', why: [blockSentence(block, 'zh'), blockSentence(block, 'en')] as const }]
      : []),
    ...limits.map((limit) => ({ what: '达到上限  Limit reached', why: inBoth([limit]) })),
    ...cut.map(({ step, said }) => ({ what: stepWords[step].join('  '), why: inBoth(said) })),
    ...missing
      .slice(0, maxMissing)
      .map(({ url, why, said }) => ({ what: url, why: inBoth([said], missingWords[why]) })),
    ...(more > 0 ? [{ what: 'data/report.json', why: [`另有 ${more} 项`, `${more} more`] as const }] : []),
  ];
}

const isolationWords = {
  namespace: '独立网络命名空间，仅可经出口代理访问  network namespace, egress proxy only',
  proxy: '经出口代理访问  egress proxy',
} as const;
