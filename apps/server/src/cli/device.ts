import { readFile, writeFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { parseArgs } from 'node:util';
import type { SegmentHeader } from '@proofkeep/bundle';
import { deviceCheckNumber, deviceLimits, type Language, languageOf } from '@proofkeep/contract';
import { simulateDevice } from '@proofkeep/seal';
import { printable } from '@proofkeep/verify/node';
import { z } from 'zod';
import { deviceClient } from './device/client.ts';
import { outFile } from './out.ts';
import { UsageError } from './usage.ts';
import { wordsIn } from './words.ts';

const usage =
  'device bind <service URL> --code <code> --key <file> [--name <name>], or device record <media file>... --key <file> [--seconds <n>] [--lose <n,n>]';
const print = (text: string) => process.stdout.write(`${printable(text)}\n`);

/** What a simulated device has to remember. */
const Kept = z.strictObject({ service: z.url(), id: z.uuid(), privateKeyPem: z.string() });
type Kept = z.infer<typeof Kept>;

const mediaTypes: Record<string, SegmentHeader['mediaType']> = {
  '.webm': 'video/webm',
  '.mp4': 'video/mp4',
  '.weba': 'audio/webm',
  '.m4a': 'audio/mp4',
};

/**
 * `proofkeep device …`: a recording device in software, for tests of a service and as an example for makers of devices
 * (`docs/formats/device.md`). Its key is in a file, so what it signs proves less than the signatures of a real device.
 */
export async function runDevice(argv: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: {
      code: { type: 'string' },
      key: { type: 'string' },
      name: { type: 'string', default: 'proofkeep device' },
      seconds: { type: 'string', default: '10' },
      lose: { type: 'string', default: '' },
      lang: { type: 'string' },
    },
  });
  const [action, ...rest] = positionals;
  const { code, key, name } = values;
  const language = languageOf(values.lang, process.env);
  const words = wordsIn(language);
  const [service] = rest;
  if (action === 'bind' && key && code && service && rest.length === 1 && URL.canParse(service)) {
    await bind({ service, code, name, file: outFile(key, words), language });
    return 0;
  }
  const segmentMs = Number(values.seconds) * 1_000;
  const lost = new Set(values.lose.split(',').filter(Boolean).map(Number));
  const isDuration = Number.isInteger(segmentMs) && segmentMs > 0 && segmentMs <= deviceLimits.segmentMs;
  const areSegments = [...lost].every((n) => Number.isInteger(n) && n >= 1 && n <= rest.length);
  if (action !== 'record' || !key || rest.length === 0 || !isDuration || !areSegments) throw new UsageError(usage);
  await record({ files: rest, kept: Kept.parse(JSON.parse(await readFile(key, 'utf8'))), segmentMs, lost, language });
  return 0;
}

interface Binding {
  service: string;
  code: string;
  name: string;
  /** Where the key is written. */
  file: string;
  language: Language;
}

/** Announces a device with a new key. Its user then compares the number and binds it on the site. */
async function bind({ service, code, name, file, language }: Binding): Promise<void> {
  const words = wordsIn(language);
  const device = simulateDevice();
  const id = await deviceClient(service, device, language).announce(code, name);
  const kept: Kept = { service, id, privateKeyPem: device.privateKeyPem };
  await writeFile(file, `${JSON.stringify(kept, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  print(`${words.say('deviceKey')}: ${device.key}`);
  print(`${words.say('deviceNumber')}: ${deviceCheckNumber(device.key)}`);
  print(words.say('deviceNext'));
}

interface Recording {
  /** One media file for each segment. */
  files: readonly string[];
  kept: Kept;
  segmentMs: number;
  /** Numbers of segments that are signed but never sent. */
  lost: ReadonlySet<number>;
  language: Language;
}

/** Signs media files as the segments of one recording, and sends them. */
async function record({ files, kept, segmentMs, lost, language }: Recording): Promise<void> {
  const words = wordsIn(language);
  const media = await Promise.all(files.map(async (file) => ({ bytes: await readFile(file), type: typeOf(file) })));
  const device = simulateDevice(kept.privateKeyPem);
  const client = deviceClient(kept.service, device, language);
  const clock = await compareClocks(() => client.status(kept.id));
  const segments = device.record({
    segments: media.length,
    segmentMs,
    content: (n) => media[n - 1]?.bytes ?? Buffer.of(),
    // This machine knows no position.
    change: (header) => ({ ...header, clock, positions: [], mediaType: media[header.n - 1]?.type ?? header.mediaType }),
  });
  const sent = segments.filter(({ header }) => !lost.has(header.n));
  await client.send(kept.id, sent);
  print(`${words.say('deviceRecording')}: ${segments[0]?.header.recording}`);
  print(`${words.say('deviceSent')}: ${sent.length} / ${segments.length}`);
}

function typeOf(file: string): SegmentHeader['mediaType'] {
  const type = mediaTypes[extname(file).toLowerCase()];
  if (!type) throw new UsageError(`${file}: ${Object.keys(mediaTypes).join(', ')}`);
  return type;
}

/** The error of this machine's clock, as the header states it. */
async function compareClocks(ask: () => Promise<{ now: string }>): Promise<SegmentHeader['clock']> {
  const askedAt = Date.now();
  const { now } = await ask();
  const uncertaintyMs = Math.ceil((Date.now() - askedAt) / 2);
  const comparedAt = askedAt + uncertaintyMs;
  return {
    comparedAt: new Date(comparedAt).toISOString(),
    offsetMs: comparedAt - Date.parse(now),
    uncertaintyMs,
  };
}
