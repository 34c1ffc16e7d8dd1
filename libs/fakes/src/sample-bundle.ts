import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AFRelationship, PDFDocument } from '@cantoo/pdf-lib';
import {
  type CertificateData,
  type Contents,
  canonicalBytes,
  certificateFile,
  collectedPath,
  type DeclinedAuthorities,
  type DeclinedAuthority,
  type Leaf,
  type Manifest,
  newAno,
  type OutsideRevocation,
  type PageManifest,
  paths,
  verificationInstructions,
} from '@proofkeep/bundle';
import { sha256Hex, sm3Hex, type ZipInput } from '@proofkeep/bundle/node';
import {
  type Authority,
  certifyPdf,
  chainPem,
  openAuthority,
  signDetached,
  timestampAuthority,
  tokenSource,
} from '@proofkeep/seal';
import { checkpointText, formatTlogProof, leafHash, nodeHash, signNote } from '@proofkeep/tlog';
import { type SampleRecord, sampleRecord, sampleReport } from './sample-capture.ts';
import { type SampleCrlOptions, sampleCrl } from './sample-crl.ts';
import { type SampleFiles, sampleFiles } from './sample-files.ts';
import { authorityOcsp, type SampleAuthorityOcsp } from './sample-ocsp.ts';
import { type SampleRecording, sampleRecording } from './sample-recording.ts';

/** A sealed bundle made without browser or database, and its trust anchors. */
export interface SampleBundle {
  parts: Map<string, Uint8Array>;
  /** Text of `anchors.json`. */
  anchors: string;
}

/** Differences of a sample bundle from the default one. */
export interface SampleOptions {
  /** Preserved files in addition to report and network record, or replacing them. Default: one page. */
  data?: Record<string, string | Uint8Array>;
  /** Preserved files to leave out. */
  omit?: readonly string[];
  /** Uploaded files or digests instead of a page; the other options about pages then do nothing. */
  submitted?: SampleFiles;
  /** A recording of an enforcer device instead of a page. */
  recorded?: SampleRecording;
  /** Members of the report that differ from the manifest. */
  report?: object;
  /** Members of the network record that differ from the manifest. */
  record?: Partial<SampleRecord>;
  /** Members of the certificate's data that differ from the correct ones; null: no data. */
  certificateData?: Partial<CertificateData> | null;
  refusals?: DeclinedAuthority[];
  /** Creation time in the manifest; the capture ends two seconds earlier. Default: the time of the token. */
  createdAt?: Date;
  /** Changes the manifest before anything else is made from it. */
  change?: (manifest: PageManifest) => PageManifest;
  /** Additional parts that the signed list names. */
  extra?: Record<string, string>;
  /** Time of a second token, by an authority under the same root. Default: no such token. */
  outsideStampAt?: Date;
  /**
   * CRL or OCSP response for each certificate of that token: the authority's own and the issuing authority's. Default:
   * none.
   */
  outsideStatus?: readonly ({ kind: 'crl' | 'ocsp'; bytes: Uint8Array } | null)[];
  /** Time of the certificate's timestamp. Default: that of the manifest's. */
  certifiedAt?: Date;
  /** CRLs that replace the authority's own, by path; null omits the part. */
  crls?: ReadonlyMap<string, Uint8Array | null>;
}

const sha256 = (...bytes: Uint8Array[]) => {
  const sum = createHash('sha256');
  for (const part of bytes) sum.update(part);
  return sum.digest();
};

/**
 * Creates an authority in a temporary folder and makes bundles with it; real keys, real signatures, a log of two
 * entries. All times come from `clock()`.
 */
export async function openSampleSealer(clock: () => Date = () => new Date()): Promise<{
  make(options?: SampleOptions): Promise<SampleBundle>;
  /** Makes a CRL of the authority. */
  crl(options: SampleCrlOptions): Promise<Uint8Array>;
  /** Makes an OCSP response of the authority. */
  ocsp(options: SampleAuthorityOcsp): Promise<Uint8Array>;
  close(): Promise<void>;
}> {
  const folder = await mkdtemp(join(tmpdir(), 'sample-sealer-'));
  const authority = await openAuthority(folder, clock);
  return {
    make: (options = {}) => makeBundle(authority, clock, options),
    crl: (options) => sampleCrl(join(folder, 'keys'), options),
    ocsp: (options) => authorityOcsp(join(folder, 'keys'), options),
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Returns the parts of a bundle in the order of its ZIP. */
export const asZipInputs = (parts: Map<string, Uint8Array>): ZipInput[] =>
  [...parts].map(([name, bytes]) => ({ name, bytes })).sort((a, b) => (a.name < b.name ? -1 : 1));

async function makeBundle(
  authority: Authority,
  clock: () => Date,
  {
    data = { 'data/page.html': '<p>存真</p>' },
    omit = [],
    submitted,
    recorded,
    report = {},
    record = {},
    certificateData = {},
    refusals = [],
    createdAt = clock(),
    outsideStampAt,
    outsideStatus,
    change = (manifest) => manifest,
    extra = {},
    certifiedAt,
    crls = new Map(),
  }: SampleOptions,
): Promise<SampleBundle> {
  const page = change(manifestOf(createdAt));
  const pageFiles = async () => ({
    [paths.record]: await sampleRecord({ ...recordOf(page), ...record }),
    [paths.report]: JSON.stringify({ ...sampleReport(page), ...report }),
    ...data,
  });
  const { draft, files } =
    submitted || recorded
      ? await submittedDraft(page, { submitted, recorded })
      : { draft: page, files: await pageFiles() };
  const parts = new Map(
    Object.entries(files).map(([path, content]): [string, Uint8Array] => [path, Buffer.from(content)]),
  );
  for (const path of omit) parts.delete(path);
  const timestamps = timestampAuthority(authority.tsa, clock);
  const manifest: Manifest = { ...draft, objects: objectsOf(parts) };
  const manifestBytes = canonicalBytes(manifest);
  const token = await timestamps.token(sha256(manifestBytes));
  const leaf = canonicalBytes({
    v: 1,
    type: 'proofkeep-leaf',
    ano: manifest.ano,
    manifestSha256: sha256Hex(manifestBytes),
    manifestSm3: sm3Hex(manifestBytes),
    tokenSha256: sha256Hex(token),
  } satisfies Leaf);
  parts.set(paths.manifest, manifestBytes);
  parts.set(paths.token, token);
  if (outsideStampAt) {
    const outside = timestampAuthority(authority.tsa, () => outsideStampAt);
    parts.set(paths.outsideToken(2), await outside.token(sha256(manifestBytes)));
  }
  const collected = outsideStatus && collectedOf(manifest.ano, authority.tsa.chain, outsideStatus);
  if (collected) parts.set(paths.outsideRevocation, canonicalBytes(collected));
  for (const [i, status] of outsideStatus?.entries() ?? [])
    if (status) parts.set(collectedPath(2, i + 1, status.kind), status.bytes);
  parts.set(paths.leaf, leaf);
  const declined: DeclinedAuthorities = { v: 1, type: 'proofkeep-refusals', ano: manifest.ano, refusals };
  if (refusals.length > 0) parts.set(paths.refusals, canonicalBytes(declined));
  parts.set(paths.manifestSignature, await signDetached(authority.seal, manifestBytes, { claimedAt: clock() }));
  parts.set(paths.inclusion, await inclusionOf(leaf, authority));
  const certified = tokenSource(timestampAuthority(authority.tsa, () => certifiedAt ?? clock()));
  parts.set(
    paths.certificate,
    await certificateOf(
      {
        ano: manifest.ano,
        data: certificateData && { ...certificateDataOf(manifest.ano, manifestBytes), ...certificateData },
      },
      authority,
      certified,
      certifiedAt ?? clock(),
    ),
  );
  const { issuing, root } = await authority.crls();
  for (const path of [paths.crl, paths.certifiedCrl]) parts.set(path, issuing);
  for (const path of [paths.rootCrl, paths.certifiedRootCrl]) parts.set(path, root);
  for (const [path, crl] of crls)
    if (crl) parts.set(path, crl);
    else parts.delete(path);
  parts.set(paths.sealChain, Buffer.from(chainPem(authority.seal.chain)));
  parts.set(paths.tsaChain, Buffer.from(chainPem(authority.tsa.chain)));
  parts.set(paths.logKey, Buffer.from(`${authority.logSigner.vkey}\n`));
  parts.set(
    paths.instructions,
    Buffer.from(
      verificationInstructions(manifest, sha256Hex(manifestBytes), {
        outsideTokens: outsideStampAt ? 1 : 0,
        collected: collected ?? null,
        hasCustody: paths.custody in extra,
      }),
    ),
  );
  for (const [path, text] of Object.entries(extra)) parts.set(path, Buffer.from(text));
  const contents = canonicalBytes(contentsOf(manifest.ano, sha256Hex(manifestBytes), parts));
  parts.set(paths.contents, contents);
  parts.set(paths.contentsSignature, await signDetached(authority.seal, contents, { claimedAt: clock() }));
  const anchors = JSON.stringify({ v: 1, roots: authority.roots, logs: [authority.logSigner.vkey] });
  return { parts, anchors };
}

const collectedOf = (
  ano: string,
  chain: readonly Uint8Array[],
  statuses: NonNullable<SampleOptions['outsideStatus']>,
): OutsideRevocation => ({
  v: 1,
  type: 'proofkeep-revocation',
  ano,
  tokens: [
    {
      certificates: chain.map((certificate, i) => ({
        sha256: sha256Hex(certificate),
        part: statuses[i]?.kind ?? null,
        failures: [],
      })),
    },
  ],
});

function manifestOf(createdAt: Date): PageManifest {
  const before = (seconds: number) => new Date(createdAt.getTime() - seconds * 1000).toISOString();
  return {
    v: 2,
    type: 'proofkeep-manifest',
    ano: newAno(createdAt, randomBytes(10)),
    salt: randomBytes(32).toString('hex'),
    createdAt: createdAt.toISOString(),
    clock: null,
    kind: 'page',
    subject: { requestedUrl: 'http://shop.example/1', finalUrl: 'http://shop.example/1', title: '保温杯' },
    applicant: {
      account: '存真科技',
      certification: {
        kind: 'enterprise',
        name: '存真科技（上海）有限公司',
        number: '91310000MA1FL0CM04',
        by: 'review',
        at: before(86_400),
      },
      asOf: before(10),
    },
    capture: {
      state: 'complete',
      startedAt: before(9),
      endedAt: before(2),
      tool: 'Proofkeep',
      toolVersion: '0.1.0',
      browser: 'Chrome/156',
      isolation: 'namespace',
      clock: { before: null, after: null, sealer: null },
      operator: { role: 'member', name: '李*', isCertified: true, actingAs: null },
      missing: 0,
    },
    objects: [],
  };
}

async function submittedDraft(
  page: PageManifest,
  { submitted, recorded }: Pick<SampleOptions, 'submitted' | 'recorded'>,
) {
  const { subject: _subject, capture: _capture, ...common } = page;
  const { members, data } = recorded
    ? await sampleRecording(recorded, common)
    : sampleFiles(submitted as SampleFiles, common);
  return { draft: { ...common, ...members }, files: data };
}

const objectsOf = (parts: Map<string, Uint8Array>): PageManifest['objects'] =>
  [...parts].map(([path, bytes]) => ({
    path,
    size: bytes.length,
    mediaType: path.endsWith('.webm') ? 'video/webm' : 'text/plain',
    sha256: sha256Hex(bytes),
    sm3: sm3Hex(bytes),
  }));

const recordOf = ({ subject, capture }: PageManifest): SampleRecord => ({
  url: subject.finalUrl,
  title: subject.title,
  startedAt: capture.startedAt,
});

const certificateDataOf = (ano: string, manifest: Uint8Array): CertificateData => ({
  v: 2,
  type: 'proofkeep-certificate',
  ano,
  manifestSha256: sha256Hex(manifest),
  manifestSm3: sm3Hex(manifest),
});

function contentsOf(ano: string, manifestSha256: string, parts: Map<string, Uint8Array>): Contents {
  const files = [...parts]
    .filter(([path]) => !path.startsWith(paths.dataFolder) && path !== paths.manifest)
    .map(([path, bytes]) => ({ path, size: bytes.length, sha256: sha256Hex(bytes) }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  return { v: 2, type: 'proofkeep-contents', ano, manifestSha256, files };
}

/** Makes the leaf the second of two, so that its proof contains a hash. */
async function inclusionOf(leaf: Uint8Array, { logSigner }: Authority): Promise<Uint8Array> {
  const first = leafHash(sha256, Buffer.from('another entry'));
  const root = nodeHash(sha256, first, leafHash(sha256, leaf));
  const checkpoint = await signNote(checkpointText({ origin: logSigner.name, size: 2, root }), logSigner);
  return Buffer.from(formatTlogProof({ index: 1, proof: [first], checkpoint }));
}

async function certificateOf(
  { ano, data }: { ano: string; data: object | null },
  authority: Authority,
  timestamp: ReturnType<typeof tokenSource>,
  claimedAt: Date,
): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  pdf.addPage([300, 200]).drawText(ano, { x: 20, y: 100, size: 10 });
  const { name, mediaType } = certificateFile;
  if (data) await pdf.attach(canonicalBytes(data), name, { mimeType: mediaType, afRelationship: AFRelationship.Data });
  const bytes = await pdf.save({ useObjectStreams: false });
  return certifyPdf(bytes, authority.seal, { timestamp, signerName: 'Seal', reason: ano, claimedAt });
}
